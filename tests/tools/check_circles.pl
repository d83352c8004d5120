#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Checks who needs whom by what the linker sees: check_circles.pl FOLDER
# FOLDER holds the objects of a configuration (build/release). A file needs another if it
# uses a symbol that the other defines. Two things are refused:
#   - rooms (folders) that need each other, however far round;
#   - a circle of more than $MOST files of one room. Few files that are one idea may need
#     each other; a crowd that does has no order a reader could go through.
# --list prints every circle of files, also those that are allowed.

use strict;
use warnings;

my $MOST = 5;
my $list = @ARGV && $ARGV[0] eq '--list' && shift @ARGV;
my ($build) = @ARGV or die "usage: check_circles.pl [--list] FOLDER\n";

# What each object defines and uses, by the names of its source without ".c".
sub read_symbols {
    # an object whose source has gone is left over
    my @objects = grep { my $source = s{^\Q$build\E/(.*)\.o$}{$1.c}r; -e $source } split /\n/,
        `find $build/core $build/solver $build/repl -name '*.o' | LC_ALL=C sort`;
    die "check_circles: no objects in $build\n" unless @objects;
    my (%defined_in, %uses);
    open my $nm, '-|', 'nm', '-A', @objects or die "nm: $!\n";
    while (<$nm>) {
        my ($file, $kind, $symbol) = /^(.*?)\.o:[0-9a-f ]*\s([A-Za-z])\s(\S+)$/ or next;
        $file =~ s{^\Q$build\E/}{};
        if ($kind eq 'U') { $uses{$file}{$symbol} = 1 }
        elsif ($kind =~ /[TDBRVWC]/) { $defined_in{$symbol} = $file }
    }
    close $nm or die "nm failed\n";
    return (\%defined_in, \%uses);
}

# Adds to a graph that `from` needs `to`; `example` is kept as evidence.
sub need {
    my ($graph, $from, $to, $example) = @_;
    $graph->{$to} //= {};
    $graph->{$from}{$to} //= $example if $from ne $to;
}

# The circles of a graph: sets of nodes each of which needs all others (Tarjan).
sub circles {
    my ($graph) = @_;
    my (%index, %low, %open, @stack, @found);
    my $visit;
    $visit = sub {
        my ($node) = @_;
        $index{$node} = $low{$node} = scalar keys %index;
        push @stack, $node;
        $open{$node} = 1;
        for my $next (sort keys %{ $graph->{$node} }) {
            $visit->($next) unless defined $index{$next};
            $low{$node} = $low{$next} if $open{$next} && $low{$next} < $low{$node};
        }
        return if $low{$node} != $index{$node};
        my @circle;
        do { push @circle, pop @stack; delete $open{ $circle[-1] } } until $circle[-1] eq $node;
        push @found, [sort @circle] if @circle > 1;
    };
    defined $index{$_} or $visit->($_) for sort keys %$graph;
    return @found;
}

# Prints a circle with an example of each need in it.
sub show {
    my ($graph, $circle, $what) = @_;
    print "check_circles: $what\n";
    my %member = map { $_ => 1 } @$circle;
    for my $from (@$circle) {
        print "  $from -> $_ ($graph->{$from}{$_})\n"
            for grep { $member{$_} } sort keys %{ $graph->{$from} };
    }
}

my ($defined_in, $uses) = read_symbols();
my (%files, %rooms);
for my $file (sort keys %$uses) {
    for my $symbol (sort keys %{ $uses->{$file} }) {
        my $other = $defined_in->{$symbol} // next;
        next if $other eq $file;
        need(\%files, $file, $other, $symbol);
        my ($from, $to) = map { s{/[^/]*$}{}r } $file, $other;
        need(\%rooms, $from, $to, "$file uses $symbol of $other");
    }
}
my $status = 0;
for my $circle (circles(\%rooms)) {
    show(\%rooms, $circle, 'rooms that need each other: ' . join ' ', @$circle);
    $status = 1;
}
for my $circle (circles(\%files)) {
    my $too_many = @$circle > $MOST;
    show(\%files, $circle, @$circle . ' files that need each other' . ($too_many ? ", at most $MOST may" : ''))
        if $too_many || $list;
    $status = 1 if $too_many;
}
exit $status;
