#!/usr/bin/env perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A network that is slow or fails, between programs and a server on a Unix socket:
#
#   bad_network.pl SOCKET [DELAY [BYTES [CUTS]]]
#
# It listens on a port of 127.0.0.1, which it prints. All comes DELAY milliseconds late, in both
# directions. The first CUTS connections end when the server has said BYTES bytes on them, wherever
# that is in a message. SIGUSR1 makes it hold back all that comes, without an end of any connection,
# and forward it again. It runs until it is killed.
use strict;
use warnings;
use IO::Select;
use IO::Socket::INET;
use IO::Socket::UNIX;
use Time::HiRes qw(time);

my ($path, $delay, $bytes, $cuts) = (@ARGV, 0, 0, 0);
defined $path or die "bad_network.pl: expected the path of a socket\n";
$delay ||= 0;
$bytes ||= 0;
$cuts  ||= 0;
my $mute = 0;
$SIG{USR1} = sub { $mute = !$mute };
$SIG{PIPE} = 'IGNORE';
my $listen = IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 64) or die "bad_network.pl: $!\n";
$| = 1;
print $listen->sockport, "\n";

my $select = IO::Select->new($listen);
my (%end, @late);    # by handle: its link, and the other side; what is on its way
while (1) {
    my $next = @late && !$mute ? $late[0]{due} - time : 0.2;
    for my $from ($select->can_read($next > 0 ? $next : 0)) {
        if ($from == $listen) {
            my $client = $listen->accept or next;
            my $server = IO::Socket::UNIX->new(Peer => $path);
            if (!$server) { close $client; next }
            my $link = {client => $client, server => $server, left => $cuts-- > 0 ? $bytes : undef};
            for my $name ('client', 'server') {
                $end{$link->{$name}} = {link => $link, name => $name};
                $select->add($link->{$name});
            }
            next;
        }
        my $end = $end{$from} or next;
        my $n = sysread $from, my $text, 1 << 16;
        $select->remove($from) if !$n;
        push @late, {due => time + $delay / 1000, end => $end, text => $n ? $text : undef};
    }
    while (@late && !$mute && $late[0]{due} <= time) {
        my $piece = shift @late;
        my ($link, $text) = ($piece->{end}{link}, $piece->{text});
        next if $link->{closed};
        if (defined $text && $piece->{end}{name} eq 'server' && defined $link->{left}) {
            my $cut = length $text >= $link->{left};
            $text = substr $text, 0, $link->{left};
            $link->{left} -= length $text;
            put($link->{client}, $text);
            end_link($link) if $cut;
            next;
        }
        defined $text
            ? put($link->{$piece->{end}{name} eq 'server' ? 'client' : 'server'}, $text)
            : end_link($link);
    }
}

sub put {
    my ($to, $text) = @_;
    while (length $text) {
        my $n = syswrite $to, $text or return;
        substr $text, 0, $n, '';
    }
}

sub end_link {
    my $link = shift;
    $link->{closed} = 1;
    for my $handle (@$link{'client', 'server'}) {
        $select->remove($handle);
        delete $end{$handle};
        close $handle;
    }
}
