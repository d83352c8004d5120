#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
# Lists the messages for people in the sources, one a line as C has them: the format of each call
# that translates what it is given (core/text/lang.h). With --missing only those without a
# translation in core/text/messages.def, with --stale the translations of what no source says any
# more, with --untranslated words that are given to a call of GLib's, or kept as an error, as they
# are: those stay English; with --english whatever else stays English, by place. Fails if one of the calls it looks for is not in the sources, as after a renaming.
use strict;
use warnings;

my $literal = qr/"(?:[^"\\]|\\.)*"/s;
my $literals = qr/$literal(?:\s*(?:PRI\w+|G_\w+_FORMAT)?\s*$literal)*/s;
# the calls that translate their format
my @calls = qw(kj_usage_error kj_term_message kj_print_line kj_printer_line kj_set_error
    kj_usi_info kj_usi_search_remark kj_tr kj_tr_n kj_progress_add kj_scan_fail kj_text_error_set put_format);
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
    while ($text =~ /($literals)/g) {
        my $whole = joined($1);
        $anywhere{$whole} = 1;
        $anywhere{"\"$_\""} = 1 for split /\|/, $whole =~ s{^"|"$}{}gr; # choices
    }
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
# Whether there is a word in it, formats apart.
sub has_words { return $_[0] =~ s/%[-+ 0-9.*\$]*(?:l|ll|z)?[a-zA-Z]|\\.//gr =~ /[a-z]{2}/ }
my @said = grep { !/^"(?:column|line|byte) %/ && has_words($_) } sort keys %said;

my %translated;
my $table = -e "core/text/messages.def" ? slurp("core/text/messages.def") : "";
while ($table =~ /KJ_MESSAGE\(($literals),\s*($literals)\)/g) {
    $translated{joined($1)} = joined($2);
}

# ---- what stays English ----

# calls that translate their format, but not the arguments behind it
my $prints = qr/\b(?:kj_(?:printer|print)_line|kj_term_message|kj_set_error|kj_usage_error
    |kj_usi_info|kj_usi_search_remark)\s*\(/x;
# names that are one of a table of English ones
my $code = qr/\bkj_(?:status_name|side_name|illegal_text|cause_text|verdict_text|work_text
    |position_fault_text)\s*\(|->name_en\b|\brow->id\b|\bcommand->name\b|\bnames\[/x;
my $japanese = qr/[\xe3-\xe9][\x80-\xbf][\x80-\xbf]/; # a letter of it, in bytes
# Texts that programs read: of certificates, sessions, stores, and pages.
my $formats = qr{^(?:solver/certify/|solver/check/(?:report_|profile)|solver/hisshi/(?:certify)
    |solver/search/(?:ablation)|repl/workbench/(?:packed_tree|states_text|versions|version_outcome
    |workbench_save|intended_text)|repl/collection/(?:collection|tree_text)\.c|repl/run/\w*checkpoint
    |repl/cli/(?:complete)|repl/job/(?:files)|core/text/(?:json)
    |core/notation/(?:textboard)|repl/lib/|repl/verify/|repl/command/|repl/store/
    |repl/batch/(?:results|import|queue|merge_verify))}x;
# Words that are for both languages, or for none; with the reason.
my %english = map { $_ => 1 } (
    '"no fault"', '"the two are the same"',             # never said
    '"cannot make a pipe: %s"', '"unreadable"',         # ends the program; kanju-verify's
    '"cannot be opened: %s"',                           # kanju-verify's
    '"fusanbyo,fu-sanpyo"', '"BEGIN IMMEDIATE"',
    '"however long"', '"not forced"',
    '"(not searched further)"', '"mate in %s%u%s"',     # the Japanese stands beside it
    '"not verified:"', '"is:first and not is:error"',
);

# Files that print names of options, or names in both languages, as they are
my $as_they_are = qr{^repl/(?:batch/budget|command/cmd_(?:help|variants))\.c$};

sub without_comments
{
    my $text = shift;
    $text =~ s{/\*.*?\*/}{$& =~ s/[^\n]//gr}ges;
    $text =~ s{(?<=[\s;,])//.*$}{}gm;
    $text =~ s/'\\?"'/0/g;
    return $text;
}

# The arguments of a call, whose opening parenthesis has been read.
sub arguments
{
    my ($text, $depth, @arguments) = (shift, 0, "");
    while ($text =~ /\G($literal|.)/gs) {
        my $part = $1;
        last if $part eq ")" && $depth == 0;
        $depth += $part =~ /^[(\[{]$/ ? 1 : $part =~ /^[)\]}]$/ ? -1 : 0;
        if ($part eq "," && $depth == 0) { push @arguments, "" } else { $arguments[-1] .= $part }
    }
    return @arguments;
}

# What is printed as it is behind a format: words, and codes.
sub raw_arguments
{
    my @arguments = arguments(shift);
    shift @arguments while @arguments && $arguments[0] !~ /"/;
    shift @arguments;
    return grep {
        s/\bkj_(?:printer_)?tr(?:_n)?\s*(\((?:[^()]|(?1))*\))/TR/g;
        my $value = s/^.*?\?(?=.*:)//sr; # not the condition
        $value =~ /"[^"]*[a-z]{3}[^"]*"/ || $value =~ $code;
    } @arguments;
}

# Whether a literal stands in a row of data that has Japanese, too.
sub in_both
{
    my ($text, $at) = @_;
    my ($row) = substr($text, 0, $at) =~ /([{;][^{;]*)$/;
    my ($rest) = substr($text, $at) =~ /^([^};]*)/;
    return $row && "$row$rest" =~ /^\{\s*(?:[."\[]|\w+,)/ && "$row$rest" =~ $japanese;
}

sub stays_english
{
    my @found;
    for my $file (glob "{core,solver,repl}/*.c {core,solver,repl}/*/*.[ch] repl/*/*.def") {
        next if $file =~ $formats;
        my $text = without_comments(slurp($file));
        my $line_at = sub { 1 + (substr($text, 0, shift) =~ tr/\n//) };
        while ($file !~ $as_they_are && $text =~ /$prints/g) {
            my ($start, $name) = ($-[0], $&);
            push @found, map { "$file:@{[$line_at->($start)]}: printed as it is:" . s/\s+/ /gr }
                raw_arguments(substr($text, pos($text), 900));
        }
        while ($text =~ /\bKJ_SHOWN_\w+\(\w+, \w+, ($literal)/g) {
            push @found, "$file:@{[$line_at->($-[0])]}: a label without Japanese: $1"
                unless $translated{$1};
        }
        $text =~ s/\.(?:examples = |words = )\{.*?\}\},?\n//gs;
        $text =~ s/\b_Static_assert\s*\(.*?\);|\bg?_?assert\w*\s*\(.*?\);//gs;
        while ($text =~ /($literals)/g) {
            my ($phrase, $start) = (joined($1), $-[0]);
            next if $translated{$phrase} || $english{$phrase} || in_both($text, $start)
               
                || $phrase !~ /[a-z]{2,}[,:]? (?:%s|[a-z]{2,})/
                || $phrase =~ /[<>]|\b[A-Z]{4,}\b|[ \\]n?"$|moves %s|kanju %s|^" moves |count\(|title=|-store |--/
                || $phrase =~ /^"(?:print (?:the|possible) |Kanju needs a 64-bit )/; # hidden; a build's
            push @found, "$file:@{[$line_at->($start)]}: without Japanese: $phrase";
        }
    }
    return @found;
}

# Commands that a Japanese text calls by their English names
sub english_commands
{
    my %ja;
    for my $file (glob "repl/*/cmd_*.c") {
        my $text = slurp($file);
        $ja{$1} = $2 while $text =~ /\.name = "([a-z-]+)",\s*\.ja = "(.*?)"/g;
    }
    my $names = join '|', keys %ja;
    return map {
        my $japanese = $translated{$_};
        map { "core/text/messages.def: \"$_\" is called $ja{$_}" }
            $japanese =~ /「(?:kanju |%s)?($names)(?:[!「」]| [^<>]*?」)/g
    } sort keys %translated;
}

my $what = shift // "";
for my $name ($what eq "--english" ? () : (@calls, @fails)) {
    die "messages.pl: no source calls $name\n" unless $called{$name};
}
if ($what eq "--untranslated") {
    print "$_\n" for grep { has_words(s/.*?: //r) } @untranslated;
} elsif ($what eq "--missing") {
    print "$_\n" for grep { !exists $translated{$_} } @said;
} elsif ($what eq "--english") {
    print "$_\n" for stays_english(), english_commands();
} elsif ($what eq "--stale") {
    print "$_\n" for grep { !$anywhere{$_} } sort keys %translated;
} else {
    print "$_\n" for @said;
}
