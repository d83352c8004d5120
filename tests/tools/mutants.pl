#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Plants mutants, one after the other, and names those that no test notices:
#
#   mutants.pl [--check] [WORD...]    all of tests/data/mutants.list, or those whose file holds a WORD
#
# Run in the top folder. Everything happens in a copy of the tree, build/mutants; the tree itself is
# only read. There each mutant is built (BUILD, as in the Makefile) and the tests named beside it
# run; they must pass without a mutant first.
#   caught    a test failed, or ran out of time
#   SURVIVED  all tests passed: what the line says is not tested
#   STALE     the line is not there, or there more than once, or a test is gone; or it does not build
# With --check only looks for those that are stale, which takes no time.
# Exit status: 0 all caught, 1 some survived or are stale, 2 none could be planted.

use strict;
use warnings;
use Fcntl qw(:flock);
use File::Basename qw(basename);
use Time::HiRes qw(time);

my $LIST = 'tests/data/mutants.list';
my $COPY = 'build/mutants';
my $BUILD = $ENV{BUILD} || 'release';
my $SECONDS = $ENV{TEST_TIMEOUT} || 170;

my %failed; # by kind: lines of the summary

sub give_up { print STDERR "mutants: @_\n"; exit 2 }

# ---- the list ----

# Mutants: file, line of the list, tests, what stands there, what it becomes.
sub read_list {
    my @mutants;
    open my $in, '<', $LIST or give_up("$LIST: $!");
    while (<$in>) {
        chomp;
        next if /^#/ || /^$/;
        if (/^(\S+): (.*)$/) {
            push @mutants, { file => $1, tests => [split ' ', $2], at => $. };
        } elsif (/^([-+]) (.*)$/ && @mutants && !defined $mutants[-1]{$1}) {
            $mutants[-1]{$1} = $2;
        } else {
            give_up("$LIST:$.: expected 'FILE: TEST...', '- OLD' or '+ NEW'");
        }
    }
    return @mutants;
}

sub read_file {
    my ($name) = @_;
    open my $in, '<', $name or return;
    local $/;
    return scalar <$in>;
}

sub write_file {
    my ($name, $text) = @_;
    open my $out, '>', $name or give_up("$name: $!");
    print $out $text;
    close $out or give_up("$name: $!");
}

# The program or script of a test, by its name alone.
sub find_test {
    my ($name) = @_;
    my @found = map { s/\.c$//r }
        glob("tests/unit/*/$name.c tests/unit/*/*/$name.c tests/cli/$name");
    @found = grep { -e $_ || -e "$_.c" } @found;
    return @found == 1 ? $found[0] : undef;
}

# Why a mutant cannot be planted, or ''. Notes where it goes and what tests it.
sub why_stale {
    my ($m) = @_;
    return 'expected a line - and a line +' unless defined $m->{'-'} && defined $m->{'+'};
    return 'nothing changes' if $m->{'-'} eq $m->{'+'};
    return 'no test is named' unless @{ $m->{tests} };
    for my $test (@{ $m->{tests} }) {
        my $path = find_test($test) or return "there is no test $test";
        push @{ $m->{paths} }, $path;
    }
    my $text = read_file($m->{file}) // return 'there is no such file';
    my $n = () = $text =~ /\Q$m->{'-'}\E/g;
    return "'$m->{'-'}' stands there $n times, expected once" unless $n == 1;
    $m->{line} = 1 + (substr($text, 0, index($text, $m->{'-'})) =~ tr/\n//);
    $m->{text} = $text;
    return '';
}

# ---- the copy ----

sub run { # COMMAND...: whether it succeeded; its output is kept
    open my $save_out, '>&', \*STDOUT or give_up($!);
    open my $save_err, '>&', \*STDERR or give_up($!);
    open STDOUT, '>', "$COPY.log" or give_up("$COPY.log: $!");
    open STDERR, '>&', \*STDOUT or give_up($!);
    my $status = system @_;
    open STDOUT, '>&', $save_out or give_up($!);
    open STDERR, '>&', $save_err or give_up($!);
    exit 130 if ($status & 127) == 2;
    return $status == 0;
}

sub make_copy {
    my @objects = -d "build/$BUILD" ? ("build/$BUILD") : (); # what is built is not built again
    mkdir 'build';
    system('rm', '-rf', $COPY) == 0 && mkdir $COPY or give_up("$COPY: $!");
    my $tar = "tar -cf - --exclude=./build --exclude=./.git . @objects | tar -xf - -C $COPY";
    run('sh', '-c', $tar) or give_up("no copy of the tree, see $COPY.log");
}

sub build {
    my (@tests) = @_;
    my @targets = map { /\.t$/ ? 'all' : "build/$BUILD/$_" } @tests;
    my %seen;
    return run('make', '-s', '-C', $COPY, "BUILD=$BUILD", grep { !$seen{$_}++ } @targets);
}

# Whether a test passes.
sub passes {
    my ($test) = @_;
    my $program = $test =~ /\.t$/ ? $test : "build/$BUILD/$test";
    return run('sh', '-c', "cd $COPY && KANJU=\"\$PWD/build/$BUILD/kanju\" exec bash "
                           . "tests/tools/run_tests -j 1 -t $SECONDS $program");
}

sub try_mutant {
    my ($m) = @_;
    my $mutated = $m->{text};
    substr($mutated, index($mutated, $m->{'-'}), length $m->{'-'}) = $m->{'+'};
    write_file("$COPY/$m->{file}", $mutated);
    my ($word, $more) = ('SURVIVED', "@{ $m->{tests} }");
    if (!build(@{ $m->{paths} })) {
        ($word, $more) = ('STALE', 'it does not build');
    } else {
        for my $test (@{ $m->{paths} }) {
            next if passes($test);
            ($word, $more) = ('caught', 'by ' . basename($test));
            $more .= ', out of time' if read_file("$COPY.log") =~ /out of time/;
            last;
        }
    }
    write_file("$COPY/$m->{file}", $m->{text});
    return ($word, $more);
}

sub report {
    my ($m, $word, $more) = @_;
    my $place = $m->{line} ? "$m->{file}:$m->{line}" : "$LIST:$m->{at}: $m->{file}";
    my $text = sprintf '%-8s %s: %s', $word, $place, $more;
    $text .= "\n         - $m->{'-'}\n         + $m->{'+'}" if $word ne 'caught' && $m->{line};
    print "$text\n";
    push @{ $failed{$word} }, $text if $word ne 'caught';
}

# ---- all of them ----

$| = 1;
my $check = @ARGV && $ARGV[0] eq '--check' ? shift @ARGV : '';
my @mutants = grep { my $m = $_; !@ARGV || grep { index($m->{file}, $_) >= 0 } @ARGV } read_list();
@mutants or give_up('there are none of these');
my @planted;
for my $m (@mutants) {
    my $why = why_stale($m);
    $why ? report($m, 'STALE', $why) : push @planted, $m;
}
exit($failed{STALE} ? 1 : 0) if $check;

open my $lock, '<', $0 or give_up("$0: $!");
flock $lock, LOCK_EX | LOCK_NB or give_up("another one is at work in $COPY");
delete @ENV{qw(MAKEFLAGS MFLAGS MAKELEVEL T)};
make_copy();
my %all = map { $_ => 1 } map { @{ $_->{paths} } } @planted;
my @tests = sort keys %all;
build(@tests) or give_up("the tree does not build, see $COPY.log");
for my $test (@tests) {
    passes($test) or give_up("$test fails without a mutant, see $COPY.log");
}
printf "%d mutants, %d tests, in %s\n", scalar @planted, scalar @tests, $COPY;
for my $m (@planted) {
    my $begun = time;
    my ($word, $more) = try_mutant($m);
    report($m, $word, sprintf '%s (%.0f s)', $more, time - $begun);
}
my ($survived, $stale) = map { scalar @{ $failed{$_} || [] } } qw(SURVIVED STALE);
printf "%d mutants: %d caught, %d survived, %d stale\n", scalar @mutants,
    @mutants - $survived - $stale, $survived, $stale;
print "$_\n" for map { @{ $failed{$_} || [] } } qw(SURVIVED STALE);
exit($survived || $stale ? 1 : 0);
