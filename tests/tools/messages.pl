#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
# Lists the messages for people in the sources, one a line as C has them: the format of each call that
# translates what it is given (core/text/lang.h). With --missing only those without a translation in
# core/text/messages.def, with --stale the translations of what no source says any more.
use strict;
use warnings;

my $literal = qr/"(?:[^"\\]|\\.)*"/s;
my $literals = qr/$literal(?:\s*(?:PRI\w+|G_\w+_FORMAT)?\s*$literal)*/s;
my $call = qr/\b(?:in_words|kj_misuse|kj_term_message|kj_say|kj_printer_line|kj_set_error|kj_tr|kj_scan_fail|put_format|damaged|complain)\s*\(/;
# what readers call to fail; the words of USI are no messages
my $fail = qr/\b(?:refuse|fail|fail_start|fail_file|fail_at_byte)\s*\(/;

# One literal, with the formats of GLib between its parts
sub joined
{
    my $text = shift;
    $text =~ s/(?<!\\)"\s*"//gs;
    $text =~ s/"\s*((?:G|PRI)\w+)\s*"/" $1 "/g;
    return $text;
}

sub slurp { local (@ARGV, $/) = @_; return scalar <>; }

my (%said, %anywhere);
for my $file (glob("core/*.c core/*/*.c solver/*.c solver/*/*.c repl/*.c repl/*/*.c repl/*/*.def")) {
    next if $file =~ m{^repl/(lib|verify)/};
    my $text = slurp($file);
    $text =~ s/'\\?"'/0/g; # no literal begins at a quoted quote
    $anywhere{joined($1)} = 1 while $text =~ /($literals)/g;
    my $says = $file =~ m{/usi\w*\.c$} ? $call : qr/$call|$fail/;
    while ($text =~ /$says/g) {
        # up to the end of the statement every literal before a comma that could be a format
        my $rest = substr($text, pos($text), 600);
        $rest =~ s/;\s*\n.*//s;
        next unless $rest =~ /($literals)/;
        my $first = $1;
        my $after = substr($rest, $+[1]);
        $said{joined($first)} = $file;
        # condition ? "one" : "other"
        $said{joined($1)} = $file if $after =~ /^\s*:\s*($literals)/;
    }
}
my @said = grep { !/^"(?:column|line|byte) %/ } grep { my $words = $_; $words =~ s/%[-+ 0-9.*\$]*(?:l|ll|z)?[a-zA-Z]|\\.//g; $words =~ /[a-z]{2}/ } sort keys %said;

my %translated;
my $table = -e "core/text/messages.def" ? slurp("core/text/messages.def") : "";
while ($table =~ /KJ_MESSAGE\(($literals),\s*($literals)\)/g) { $translated{joined($1)} = joined($2); }

my $what = shift // "";
if ($what eq "--missing") {
    print "$_\n" for grep { !exists $translated{$_} } @said;
} elsif ($what eq "--stale") {
    print "$_\n" for grep { !$anywhere{$_} } sort keys %translated;
} else {
    print "$_\n" for @said;
}
