#!/usr/bin/perl
# SPDX-License-Identifier: GPL-3.0-or-later
# Prints a manual page with its generated parts made anew: generated_page.pl KANJU PAGE. They are what
# "kanju help --man" prints, in Japanese in a folder ja/.
use strict;
use warnings;

my ($kanju, $page) = @ARGV;
my $text = do { local (@ARGV, $/) = ($page); <> };
open my $in, '-|', $kanju, 'help', '--man', '--lang', $page =~ m{/ja/} ? 'ja' : 'en' or die "$kanju: $!\n";
my @parts = split /(?=^\.Sh (?:EXAMPLES|例)$)/m, do { local $/; <$in> // '' };
my $mark = qr/\.\\" generated: /;
$text =~ s{(^${mark}begin.*?\n).*?(?=^${mark}end)}{$1 . shift @parts}gmse;
print $text;
