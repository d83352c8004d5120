#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# No line of 4,096 plies (KJ_MAX_PLY) is too deep for the stack of a thread that searches (core/os/thread.h): of all
# functions of core and solver that call each other in a circle the frames, as the compiler measures them, are added up,
# as if every ply went through all of them. Release and sanitizers.
# shellcheck source=tests/cli/lib.sh
. "$(dirname "$0")/../cli/lib.sh"

top=$(cd "$(dirname "$0")/../.." && pwd)
cd "$top" || exit 1
plies=$(sed -n 's/.*KJ_MAX_PLY = \([0-9]*\).*/\1/p' solver/search/value.h)
mib=$(sed -n 's/.*STACK_MIB = \([0-9]*\).*/\1/p' core/os/thread.h)
holds 'plies and size of stacks are found' test -n "$plies" -a -n "$mib"
read -ra glib <<<"$(pkg-config --cflags glib-2.0)"

# Prints the largest sum of frames of a circle of calls, in bytes, and its functions.
cat >"$scratch/circles.pl" <<'END'
use strict;
my (%size, %calls);
local $/;
for my $file (@ARGV) {
    open my $in, '<', $file or die;
    my $text = <$in>;
    $size{$1} = $2 while $text =~ /node: \{ title: "([^"]+)" label: "[^"]*?(\d+) bytes/g;
    push @{$calls{$1}}, $2 while $text =~ /edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"/g;
}
# Tarjan's strongly connected components
my ($n, %index, %low, @stack, %on, $most, $names) = (0);
no warnings 'recursion';
sub visit {
    my $v = shift;
    $index{$v} = $low{$v} = $n++;
    push @stack, $v;
    $on{$v} = 1;
    my $self = 0;
    for my $w (@{$calls{$v} || []}) {
        $self = 1 if $w eq $v;
        if (!defined $index{$w}) {
            visit($w);
            $low{$v} = $low{$w} if $low{$w} < $low{$v};
        } elsif ($on{$w}) {
            $low{$v} = $index{$w} if $index{$w} < $low{$v};
        }
    }
    return if $low{$v} != $index{$v};
    my ($sum, @members) = (0);
    do {
        my $w = pop @stack;
        delete $on{$w};
        $sum += $size{$w} || 0;
        push @members, $w;
    } while $members[-1] ne $v;
    return if @members == 1 && !$self;
    ($most, $names) = ($sum, "@members") if !defined $most || $sum > $most;
}
defined $index{$_} or visit($_) for sort keys %calls;
print $most || 0, " $names\n";
END

measure() { # NAME FLAG...
    local name=$1 source
    shift
    mkdir -p "$scratch/$name"
    for source in core/*/*.c solver/*.c solver/*/*.c; do
        echo "-o $scratch/$name/${source//\//_}.o $source"
    done | xargs -P 2 -L 1 gcc -std=gnu11 -I. -pthread "${glib[@]}" "$@" -fcallgraph-info=su -c 2>"$scratch/errors"
    holds "$name: everything compiles" test "$(find "$scratch/$name" -name '*.ci' | wc -l)" -eq \
        "$(find core solver -name '*.c' | wc -l)"
    read -r bytes names <<<"$(perl "$scratch/circles.pl" "$scratch/$name"/*.ci)"
    echo "# $name: $bytes bytes a ply at most: $names"
    holds "$name: there are circles" test "${bytes:-0}" -gt 500
    holds "$name: a line of $plies plies fits into $mib MiB" test $((bytes * plies)) -lt $((mib << 20))
}
measure release -O3 -DNDEBUG
measure debug -O0
measure sanitizers -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all

done_testing
