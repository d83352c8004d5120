#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
# Lists the messages for people in the sources, one a line as C has them: the format of each call
# that translates what it is given (core/text/lang.h). With --missing only those without a
# translation in core/text/messages.def, with --stale the translations of what no source says any
# more, with --untranslated words that are given to a call of GLib's, or kept as an error, as they
# are: those stay English. Fails if one of the calls it looks for is not in the sources, as after a renaming.
use strict;
use warnings;

my $literal = qr/"(?:[^"\\]|\\.)*"/s;
my $literals = qr/$literal(?:\s*(?:PRI\w+|G_\w+_FORMAT)?\s*$literal)*/s;
# the calls that translate their format
my @calls = qw(kj_usage_error kj_term_message kj_print_line kj_printer_line kj_set_error
    kj_tr kj_tr_n kj_progress_add kj_scan_fail kj_text_error_set put_format damaged);
my $call = qr/\b(?:@{[join '|', @calls]})\s*\(/;
# what readers call to fail; the words of USI are no messages
my @fails = qw(refuse fail fail_start fail_file fail_at_byte);
my $fail = qr/\b(?:@{[join '|', @fails]})\s*\(/;

# One literal, with the formats of GLib between its parts
sub joined
{
    my $text = shift;
    $text =~ s/(?<!\\)"\s*"//gs;
    $text =~ s/"\s*((?:G|PRI)\w+)\s*"/" $1 "/g;
    return $text;
}

sub slurp { local (@ARGV, $/) = @_; return scalar <>; }

# what takes a message as it is
my $glib = qr/\b(?:g_set_error(?:_literal)?|g_error_new(?:_literal)?|g_prefix_error(?:_literal)?
    |g_propagate_prefixed_error)\s*\(|\b(?:error|failure)\s*=\s*g_strdup(?:_printf)?\s*\(/x;

my (%said, %anywhere, %called, @untranslated);
for my $file (glob "{core,solver,repl}/*.c {core,solver,repl}/*/*.[ch] repl/lib/js/web*.c repl/*/*.def") {
    next if $file =~ m{^repl/(lib|verify)/[^/]+$};
    my $text = slurp($file);
    $text =~ s/'\\?"'/0/g; # no literal begins at a quoted quote
    for my $name (@calls, @fails) { $called{$name} = 1 if $text =~ /\b$name\s*\(/ }
    $anywhere{joined($1)} = 1 while $text =~ /($literals)/g;
    while ($text =~ /$glib/g) {
        my $rest = substr($text, pos($text), 600);
        $rest =~ s/;\s*\n.*//s;
        next if $rest =~ /\bkj_tr(?:_n)?\s*\(/;
        push @untranslated, "$file: " . joined($1) while $rest =~ /($literals)/g;
    }
    my $says = $file =~ m{/usi\w*\.c$} ? $call : qr/$call|$fail/;
    while ($text =~ /$says/g) {
        my $said_by = $&;
        # up to the end of the statement every literal before a comma that could be a format
        my $rest = substr($text, pos($text), 600);
        $rest =~ s/;\s*\n.*//s;
        next unless $rest =~ /($literals)/;
        my $first = $1;
        my $after = substr($rest, $+[1]);
        $said{joined($first)} = $file;
        # condition ? "one" : "other"
        $said{joined($1)} = $file if $after =~ /^\s*:\s*($literals)/;
        # for one, for other numbers
        $said{joined($1)} = $file if $said_by =~ /^kj_tr_n/ && $after =~ /^\s*,\s*($literals)/;
    }
}
for my $name (@calls, @fails) {
    die "messages.pl: no source calls $name\n" unless $called{$name};
}
# Whether there is a word in it, formats apart.
sub has_words { return $_[0] =~ s/%[-+ 0-9.*\$]*(?:l|ll|z)?[a-zA-Z]|\\.//gr =~ /[a-z]{2}/ }
my @said = grep { !/^"(?:column|line|byte) %/ && has_words($_) } sort keys %said;

my %translated;
my $table = -e "core/text/messages.def" ? slurp("core/text/messages.def") : "";
while ($table =~ /KJ_MESSAGE\(($literals),\s*($literals)\)/g) {
    $translated{joined($1)} = joined($2);
}

my $what = shift // "";
if ($what eq "--untranslated") {
    print "$_\n" for grep { has_words(s/.*?: //r) } @untranslated;
} elsif ($what eq "--missing") {
    print "$_\n" for grep { !exists $translated{$_} } @said;
} elsif ($what eq "--stale") {
    print "$_\n" for grep { !$anywhere{$_} } sort keys %translated;
} else {
    print "$_\n" for @said;
}
