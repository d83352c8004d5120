#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
# Prints a page with its generated parts made anew: generated_page.pl KANJU PAGE. Those of a manual page are
# what "kanju help --man" prints, in Japanese in a folder ja/; the part of docs/workbench.md is what
# "kanju help --markdown" prints, with what each example shows below it.
use strict;
use warnings;
use File::Temp qw(tempdir);

my ($kanju, $page) = @ARGV;
my $text = do { local (@ARGV, $/) = ($page); <> };

sub output { open my $in, '-|', @_ or die "$_[0]: $!\n"; local $/; return <$in> // '' }

# Times differ from run to run: those that the page has stay as they are.
sub timeless { return shift =~ s/[0-9.]+ s(?:, [0-9]+ nodes\/s)?$/T/mgr }
my %had = map { timeless($_) => $_ } grep { /[0-9] s(?:, [0-9]+ nodes\/s)?$/ } split /^/m, $text;

# What is seen of an example, in a folder of its own.
sub shown
{
    my $commands = shift;
    my $folder = tempdir(CLEANUP => 1);
    local $ENV{XDG_STATE_HOME} = "$folder/state";
    local $ENV{XDG_CONFIG_HOME} = "$folder/config";
    open my $out, '>', "$folder/commands" or die;
    print $out "$commands\n";
    close $out;
    my $screen = output('sh', '-c', "cd '$folder' && exec '$kanju' <commands 2>&1");
    return join '', map { $had{timeless($_)} // $_ } split /^/m, $screen;
}

my @parts;
my $mark;
if ($page =~ /\.1$/) {
    @parts = split /(?=^\.Sh (?:EXAMPLES|例)$)/m,
        output($kanju, 'help', '--man', '--lang', $page =~ m{/ja/} ? 'ja' : 'en');
    $mark = qr/\.\\" generated: /;
} else {
    @parts = output($kanju, 'help', '--markdown');
    $parts[0] =~ s{^(```kanju\n(.*?)\n```\n)}{
        my $block = $1;
        my $screen = shown($2);
        length $screen ? "$block\n```\n$screen```\n" : $block
    }gmse;
    $mark = qr/<!-- generated: /;
}
$text =~ s{(^${mark}begin.*?\n).*?(?=^${mark}end)}{$1 . shift @parts}gmse;
print $text;
