#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Checks who includes whom, by the sources alone: check_rooms.pl [TOP FOLDER]
#   - core/ uses nothing of solver/, solver/ nothing of repl/, none of them the tests;
#   - a room (folder) uses those above it in the list of its layer's README, and no others;
#   - a function is declared by a header of the room that defines it;
#   - a struct is named, also where it is only declared, by the room that defines it and those that
#     may use it;
#   - a name is that of one type, so that all headers can be included together;
#   - a *-priv.h belongs to its room;
#   - includes are written from the top folder ("core/rules/types.h"); "version.h" is made;
#   - tests/naive/ and repl/verify/ stand alone: they are second opinions;
#   - core/rules uses the C library only.

use strict;
use warnings;

my ($top) = @ARGV;
chdir($top //= '.') or die "check_rooms: $top: $!\n";
my @LAYERS = qw(core solver repl);
my $faults = 0;

sub fault {
    print STDERR "@_\n";
    $faults++;
}

# The rank of each room, from the bottom: the rows "| `room/` | …" of the READMEs in their order;
# "./" are the files of the layer that stand in no room.
sub read_ranks {
    my %rank;
    for my $layer (@LAYERS) {
        open my $readme, '<', "$layer/README.md" or die "check_rooms: $layer/README.md: $!\n";
        while (<$readme>) {
            m{^\| `([a-z_.]+)/` \|} or next;
            $rank{ $1 eq '.' ? $layer : "$layer/$1" } = scalar keys %rank;
        }
    }
    return \%rank;
}

sub room_of { return $_[0] =~ s{/[^/]*$}{}r }

# Whether a room may use another; why not, or "".
sub why_not {
    my ($rank, $from, $to, $what) = @_;
    return '' if $from eq $to;
    return 'it stands alone' if $from =~ m{^(tests/naive|repl/verify)$};
    return "$what belongs to its room" if $what =~ /-priv\.h$/;
    return '' if $from =~ /^tests\b/; # they may use everything
    return "it is in no list of rooms ($from)" unless defined $rank->{$from};
    return "$to is in no list of rooms" unless defined $rank->{$to};
    return '' if $rank->{$to} < $rank->{$from};
    return "$from stands below $to in " . ($from =~ s{/.*}{}r) . '/README.md';
}

sub check_include {
    my ($rank, $file, $line, $name, $quoted) = @_;
    my $room = room_of($file);
    my $why = '';
    if (!$quoted) {
        $why = 'core/rules uses the C library only'
            if $room eq 'core/rules' && $name =~ /^(glib|gio|json-glib|readline)/;
    } elsif ($name =~ m{^(\.|[^/]*$)}) {
        $why = 'includes are written from the top folder' if $name ne 'version.h';
    } else {
        $why = why_not($rank, $room, room_of($name), $name);
    }
    fault("$file:$line: includes $name: $why") if $why;
}

my $rank = read_ranks();
my (%declared, %defined, %type, %body, %named);
# repl/lib/js is a program of its own, which no native one is linked with
for my $file (split /\n/, `find @LAYERS tests -path repl/lib/js -prune -o -name '*.[ch]' -print -o -name '*.def' -print | LC_ALL=C sort`) {
    open my $source, '<', $file or die "check_rooms: $file: $!\n";
    while (<$source>) {
        check_include($rank, $file, $., $2, $1 eq '"') if /^\s*#\s*include\s*(["<])([^">]+)/;
        if ($file =~ m{^(?!tests).*\.h$} && /^(?:\} |typedef \w[\w ]*? )(Kj\w+);/) {
            my $other = $type{$1} //= $file;
            fault("$file:$.: $1 is a type of $other, too") if $other ne $file;
        }
        $body{$1} = $file if /^(?:typedef )?struct (Kj\w+) \{/;
        $named{$1}{$file} //= $. while /\bstruct (Kj\w+)/g;
        # a prototype in a header, a definition in a source; both begin at the margin
        my ($name) = /^(?!static|typedef)\w[\w ]*[ *]+(kj_\w+)\(/ or next;
        ($file =~ m{\.h$} ? \%declared : \%defined)->{$name} = $file;
    }
}
for my $name (sort keys %declared) {
    my $here = $declared{$name};
    my $there = $defined{$name} // next;
    fault("$here: declares $name, which $there defines") if room_of($here) ne room_of($there);
}
for my $name (sort keys %body) {
    my $there = room_of($body{$name});
    for my $file (sort keys %{ $named{$name} }) {
        my $why = why_not($rank, room_of($file), $there, $body{$name} =~ s{-priv\.h$}{.h}r);
        fault("$file:$named{$name}{$file}: names struct $name of $there: $why") if $why;
    }
}
die "check_rooms: no functions found\n" unless %declared && %defined;
exit($faults ? 1 : 0);
