// SPDX-License-Identifier: GPL-3.0-or-later
// libkanju, as installed, from C++: solves the position of its argument; run by library.t.
#include <iostream>
#include <memory>
#include <string>

#include <kanju.h>

namespace
{
struct Free {
    void operator()(kanju_problems *p) const { kanju_problems_free(p); }
    void operator()(kanju_solver *p) const { kanju_solver_free(p); }
    void operator()(kanju_result *p) const { kanju_result_free(p); }
};
template <typename T> using Owned = std::unique_ptr<T, Free>;
} // namespace

int main(int argc, char **argv)
{
    std::string text = argc > 1 ? argv[1] : "";
    Owned<kanju_problems> problems(kanju_parse(text.data(), text.size(), nullptr, nullptr));
    Owned<kanju_solver> solver(kanju_solver_new());
    Owned<kanju_result> result(kanju_solve(solver.get(), problems.get(), 0, nullptr));
    if (!result || kanju_result_verdict(result.get()) != KANJU_MATE)
        return 1;
    std::cout << "mate in " << kanju_result_plies(result.get()) << ":";
    for (size_t i = 0; i < kanju_result_moves(result.get()); i++)
        std::cout << " " << kanju_result_move(result.get(), i);
    std::cout << std::endl;
}
