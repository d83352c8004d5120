// SPDX-License-Identifier: GPL-3.0-or-later
// kanju.h in C++; built and run by library.t.
#include <kanju.h>

#include <iostream>
#include <memory>
#include <string>

int main(int, char **argv)
{
    std::unique_ptr<kanju, decltype(&kanju_free)> handle(kanju_new(), kanju_free);
    const std::string request = R"({"command": "solve", "input": ")" + std::string(argv[1]) + "\"}";
    std::cout << kanju_call(handle.get(), request.c_str()) << "\n";
}
