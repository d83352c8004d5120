#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
# Prints kanju(3), made from repl/lib/kanju.h: what the header says of each function, as mdoc.
use strict;
use warnings;

my $header = do { local (@ARGV, $/) = ("repl/lib/kanju.h"); <> };
$header =~ s/^.*?(?=\/\*\n \* libkanju)//s;

# The text of a comment, in paragraphs
sub words_of
{
    my $text = shift;
    $text =~ s/^\s*\/\*|\*\/\s*$//g;
    $text =~ s/^ ?\*[ ]?//mg;
    return map { s/\s+/ /g; s/^ | $//g; $_ } split /\n\s*\n/, $text;
}

# Text as mdoc: nothing in it is a macro, and each sentence begins a line
sub escaped
{
    my $text = shift;
    $text =~ s/\\/\\e/g;
    $text =~ s/-/\\-/g;
    $text =~ s/(?<=\w\w\.|[`)"]\.) (?=[A-Z0-9`])/\n/g;
    my @lines = map { fold($_) } split /\n/, $text;
    s/^(?=[.'])/\\&/ for @lines;
    return join "\n", @lines;
}

sub fold
{
    my ($line, @lines) = ("");
    for my $word (split / /, shift) {
        if ($line ne "" && length("$line $word") > 78) { push @lines, $line; $line = $word; next }
        $line .= ($line eq "" ? "" : " ") . $word;
    }
    return (@lines, $line);
}

# A declaration: functions as such, types as they stand
sub declared
{
    my $text = shift;
    return function($1, $2, $3) if $text =~ /^KANJU_EXPORT (.*?[ *])(kanju_\w+)\((.*)\);$/s;
    $text =~ s/\\/\\e/g;
    return "\n.Bd \-literal\n$text\n.Ed\n";
}

sub function
{
    my ($type, $name, $arguments) = @_;
    $type =~ s/ $//;
    $arguments =~ s/\s+/ /g;
    my @arguments = map { qq("$_") } split /, /, $arguments;
    return qq(.Ft "$type"\n.Fn $name @arguments\n);
}

# Ends the list of functions, if one is open
my $listed = 0;
my $begins = 0; # a section, so that no empty line is needed
sub end_list { print ".El\n" if $listed; $listed = 0 }

# What stands together without an empty line: declarations, a comment before them or none
sub block
{
    my ($comment, @declared) = @_;
    my @paragraphs = map { escaped($_) } $comment ? words_of($comment) : ();
    if (grep { /^KANJU_EXPORT/ } @declared) {
        print ".Bl -tag -width Ds\n" unless $listed;
        $listed = 1;
        print map { ".It Xo\n" . declared($_) . ".Xc\n" } @declared;
        print join("\n.Pp\n", @paragraphs), "\n" if @paragraphs;
    } else {
        end_list();
        print ".Pp\n" if @paragraphs && !$begins;
        print join("\n.Pp\n", @paragraphs), "\n" if @paragraphs;
        print declared($_) =~ s/^\n//r for @declared;
    }
    $begins = 0;
}

print <<'E';
.\" SPDX-License-Identifier: GPL-3.0-or-later
.\" Made by tests/tools/library_man.pl of repl/lib/kanju.h: change that.
.Dd November 23, 2026
.Dt KANJU 3
.Os
.Sh NAME
.Nm kanju
.Nd read, solve, check and verify shogi problems
.Sh LIBRARY
libkanju (kanju.pc, \-lkanju)
.Sh SYNOPSIS
.In kanju.h
.Sh DESCRIPTION
E
my @head = words_of($header =~ /^(\/\*.*?\*\/)/s);
print join("\n.Pp\n", map { escaped($_) } @head), "\n";
my ($body) = $header =~ /extern "C" \{\n#endif\n(.*)\n#ifdef __cplusplus/s;
# a comment at the beginning of a line, or a declaration up to its semicolon
my ($comment, @declared);
sub give { block($comment, @declared) if @declared; ($comment, @declared) = () }
while ($body =~ /\G(\n+)?(?:(\/\*.*?\*\/)|(typedef \w+ \{.*?^\}[^;]*;|(?:typedef|KANJU_EXPORT)[^{;]*;))/gsmc) {
    my ($gap, $said, $code) = ($1 // "", $2, $3);
    give() if length $gap > 1;
    if (defined $said && $said =~ /^\/\* ---- (.*) ---- \*\/$/) {
        give();
        end_list();
        print ".Ss ", ucfirst $1, "\n";
        $begins = 1;
    } elsif (defined $said) {
        give();
        $comment = $said;
    } else {
        push @declared, $code;
    }
}
give();
die "library_man.pl: not understood: ", substr($body, pos($body) // 0, 60) if $body !~ /\G\s*\z/g;
end_list();
print <<'E';
.Sh EXAMPLES
A program that solves the problems of a file is in the page
.Pa library.md
of the documentation.
It is built so:
.Pp
.Dl cc example.c $(pkg\-config \-\-cflags \-\-libs kanju) \-o example
.Sh SEE ALSO
.Xr kanju 1 ,
.Xr kanju\-verify 1
E
