#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Checks what documents and comments say about files: lint_docs.pl [FILE...] (all text files but
# build/ if none is given). Run in the top folder.
#   - A relative link in Markdown leads to a file, and its #anchor to a heading of it.
#   - A path from the top folder (core/rules/gen.h, docs/*.md, {a,b} and * as in a shell) exists.
#     Words in capitals stand for something else (unit/ROOM/test_MODULE.c) and are not looked for.
#   - A page cited by its name alone (rules.md) is beside the file or in docs/.
#   - A source cited by its name alone (expand.c) is somewhere in the tree.
#   - Documents and messages have none of the words that docs/glossary.md has after "Not:", sources
#     none of the Japanese ones; docs/log/ and docs/NEWS.md are history.
#   - A target of make that a document names (`make deb`) is one, and is run by name in .ci/run or in
#     tests/slow/targets.t.
#   - Documents are at most 100 columns wide; in docs/log/ tables may be wider. What shows commands
#     as they are typed or printed (indented or fenced) may be, too.
# Of shell tests and of C only the comments are read.

use strict;
use warnings;
use utf8;
use open qw(:std :encoding(UTF-8));

my $WIDTH = 100;
my $TOP = qr{core|solver|repl|tests|docs|puzzles};
my $status = 0;

sub complain {
    my ($file, $line, $what) = @_;
    print "$file:$line: $what\n";
    $status = 1;
}

sub folder_of { my ($file) = @_; return $file =~ m{^(.*)/} ? $1 : '.' }

# The anchors of a page, as GitHub makes them of headings.
my %anchors;
sub anchors_of {
    my ($page) = @_;
    return $anchors{$page} //= do {
        my %found;
        if (open my $in, '<', $page) {
            while (<$in>) {
                next unless /^#+\s+(.*?)\s*$/;
                my $anchor = lc $1;
                $anchor =~ s/[^\w\s-]//g;
                $anchor =~ s/ /-/g;
                $found{$anchor} = 1;
            }
        }
        \%found;
    };
}

sub check_links {
    my ($file, $number, $text) = @_;
    while ($text =~ /\]\(([^()\s]+)\)/g) {
        my $link = $1;
        next if $link =~ /^[a-z]+:/;
        my ($path, $anchor) = split /#/, $link, 2;
        my $target = $path eq '' ? $file : folder_of($file) . "/$path";
        if (!-e $target) { complain($file, $number, "no such file: $link") }
        elsif (defined $anchor && !anchors_of($target)->{$anchor}) {
            complain($file, $number, "no such heading: $link");
        }
    }
}

sub check_paths {
    my ($file, $number, $text) = @_;
    while ($text =~ m{(?<![\w./\$\}\-+*~@])((?:$TOP)/[\w./*{},+-]*)}g) {
        my $path = $1;
        next if $path =~ /\*/ && $file !~ /\.(?:md|1|c|h|def)$/; # a pattern of a script
        next if $path =~ /[A-Z]{2,}/ && $path !~ /README|NEWS/;
        $path =~ s/[.,+-]+$//;
        $path =~ s/,$//;
        next if $path =~ /\{[^}]*$/;
        $path =~ s/\.h$// if $path =~ /\.(?:css|html|js)\.h$/; # generated from that
        complain($file, $number, "no such file: $path") unless grep { -e } glob $path;
    }
}

sub check_pages {
    my ($file, $number, $text) = @_;
    while ($text =~ m{(?<![\w./*-])([\w.-]+\.md)\b}g) {
        my $page = $1;
        complain($file, $number, "no such page: $page")
            unless grep { -e "$_/$page" } folder_of($file), 'docs', '.';
    }
}

# Headers of others, what is generated, and the example of the library's page.
my %foreign = map { $_ => 1 } qw(cmocka.h stdio.h version.h example.c);
my %sources = map { s{.*/}{}r => 1 } split /\n/,
    `find core solver repl tests -name '*.[ch]' 2>/dev/null`;

sub check_sources {
    my ($file, $number, $text) = @_;
    while ($text =~ m{(?<![\w./*<>"-])([a-z][\w-]*\.[ch])(?![\w.])}g) {
        next if $1 =~ /[A-Z]{2,}/;
        complain($file, $number, "no such source: $1") unless $sources{$1} || $foreign{$1};
    }
}

# Targets of the makefiles, and which of them are run by name.
sub names_in {
    my ($pattern, @files) = @_;
    my %found;
    for my $file (grep { -e } @files) {
        open my $in, '<', $file or die "$file: $!\n";
        local $/;
        my $text = <$in>;
        $found{$1} = 1 while $text =~ /$pattern/mg;
    }
    return \%found;
}
my $targets = names_in(qr/^([a-z][a-z0-9-]*)(?: [a-z0-9 -]*)?:(?!=)/m, 'Makefile', glob 'tests/tools/*.mk');
my $run = names_in(qr/\bmake(?: -s)? ([a-z][a-z0-9-]*)/, '.ci/run', 'tests/slow/targets.t');

sub check_targets {
    my ($file, $number, $text) = @_;
    while ($text =~ /`(?:sudo )?make ([a-z][a-z0-9-]*)[^`]*`/g) {
        if (!$targets->{$1}) { complain($file, $number, "no such target of make: $1") }
        elsif (!$run->{$1}) { complain($file, $number, "make $1 is not run by .ci/run or tests/slow/targets.t") }
    }
}

# The words that are not to be used; each stands for the pattern that finds it.
sub words_not_used {
    open my $in, '<', 'docs/glossary.md' or return ();
    my $text = join '', <$in>;
    my @words = map { split /,\s*/ } $text =~ /Not:\s+([^.]*)\./g;
    return map { my $word = $_ =~ s/\s+/ /gr; $word => qr/\Q$word\E/i } @words;
}
my %refused = words_not_used();

sub check_words {
    my ($file, $number, $text) = @_;
    my $english = $file =~ m{\.(?:md|1)$|/messages\.def$};
    for my $word (sort keys %refused) {
        next if !$english && $word =~ /^[ -~]*$/; # what a comment calls it is its own matter
        complain($file, $number, "'$word': see docs/glossary.md") if $text =~ $refused{$word};
    }
}

# What a line says, without what is data.
sub prose_of {
    my ($file, $text) = @_;
    return $text =~ /^\s*#/ ? $text : '' if $file =~ /\.t$/;
    if ($file =~ /\.(?:c|h|def)$/) {
        $text =~ s/"(?:[^"\\]|\\.)*"//g;
        return $text =~ m{^\s*(?:/?\*.*)} ? $text : $text =~ m{(//.*|/\*.*)} ? $1 : '';
    }
    $text =~ s/\\-/-/g if $file =~ /\.1$/;
    return $text;
}

my @files = @ARGV ? @ARGV : split /\n/,
    `find . -name .git -prune -o -path ./build -prune -o -type f -print | LC_ALL=C sort`;
for my $file (map { s{^\./}{}r } @files) {
    next if $file =~ m{^tests/fuzz/corpus/|\.(?:tsv|sfen|kdb|jsonl)$} || !-T $file;
    my $document = $file =~ /\.(?:md|1)$/;
    my $history = $file =~ m{^docs/(?:log/|NEWS\.md)};
    open my $in, '<', $file or die "$file: $!\n";
    my $fenced = 0;
    while (my $text = <$in>) {
        chomp $text;
        $fenced = !$fenced if $text =~ /^```/;
        check_links($file, $., $text) if $file =~ /\.md$/;
        check_targets($file, $., $text) if $file =~ /\.md$/ && !$history;
        check_paths($file, $., prose_of($file, $text)) unless $history;
        check_pages($file, $., prose_of($file, $text)) unless $history;
        check_sources($file, $., prose_of($file, $text)) if !$history && $file =~ /\.(?:md|c|h|def)$/;
        check_words($file, $., $text)
            if !$history && $file =~ /\.(?:md|1|c|h|def|js)$/ && $file ne 'docs/glossary.md';
        my $columns = length $text;
        complain($file, $., "$columns columns, at most $WIDTH")
            if $document && $columns > $WIDTH && !$fenced && $text !~ /^    |https?:/
            && !($history && $text =~ /^\|/);
    }
}
exit $status;
