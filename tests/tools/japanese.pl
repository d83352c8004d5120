#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
# Reads what the program says in Japanese and prints the lines that have words of English left in
# them. Names stay as they are in every language: those in quotes, of options, arguments (capitals),
# files, positions, and the list below.
use strict;
use warnings;
use utf8;
use open qw(:std :encoding(UTF-8));

my %name = map { $_ => 1 } qw(
    kanju help set stdin start end sente gote
    game node current all rest on off auto
    late at last in one none note blemish defect modern app classic strict bare
    shogi ogi minishogi gorogoro dobutsu startpos position sfen feen usi kif csa bod jkf
    moves plies command style dumb mib
);

while (my $line = <STDIN>) {
    chomp(my $text = $line);
    $text =~ s/^kanju: (?:-c:\d+: )?[a-z-]+: //;     # the line of a script, a command or file
    $text =~ s/^\[\d+\] .*  .*//;                    # a job: its command and position
    next if $text =~ /^\s*\{/;                       # JSON
    $text =~ s/「[^」]*」|'[^']*'|“[^”]*”//g;          # quoted
    $text =~ s/使える(?:値|種類|将棋)は .*? です//g;    # choices
    $text =~ s/候補: .*//;
    $text =~ s/例: .*//;
    $text =~ s/--?[\w-]+(?:=\S*)?//g;                # options
    $text =~ s/\S*[\/%.]\S*//g;                      # files, positions
    $text =~ s/\b[A-Z][A-Z0-9-]*\b//g;               # arguments, letters of pieces
    my @words = grep { !$name{ lc $_ } } $text =~ /([A-Za-z]{3,})/g;
    print $line, "    @words\n" if @words;
}
