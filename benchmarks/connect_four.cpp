// Connect Four searched by a plain alpha-beta, the C++ twin of halfmove's `alpha_beta` over `connect_four`:
// same rules, same order of moves, same score, so that values and node counts must be equal.
//
//     connect_four DEPTH ROUNDS     prints "value nodes seconds" once a round

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int WIDTH = 7, HEIGHT = 6, RISE = HEIGHT + 1, CELLS = WIDTH * HEIGHT, INFINITE = 1 << 20;
constexpr int ORDER[WIDTH] = {3, 2, 4, 1, 5, 0, 6};

struct Board {
    uint64_t mine, mask;  // stones of the side to move, all stones
};

uint64_t full() {
    uint64_t squares = 0;
    for (int column = 0; column < WIDTH; ++column) squares |= ((uint64_t{1} << HEIGHT) - 1) << (RISE * column);
    return squares;
}

const uint64_t FULL = full();

bool four(uint64_t stones, int step) {
    uint64_t pairs = stones & (stones >> step);
    return pairs & (pairs >> (2 * step));
}

bool won(uint64_t stones) {
    return four(stones, 1) || four(stones, RISE) || four(stones, RISE - 1) || four(stones, RISE + 1);
}

uint64_t nodes;

int alpha_beta(Board p, int depth, int a, int b) {
    ++nodes;
    if (won(p.mine ^ p.mask)) return -((CELLS + 2 - __builtin_popcountll(p.mask)) / 2);
    if (p.mask == FULL || depth == 0) return 0;
    for (int column : ORDER) {
        if (p.mask >> (RISE * column + HEIGHT - 1) & 1) continue;
        Board child{p.mine ^ p.mask, p.mask | (p.mask + (uint64_t{1} << (RISE * column)))};
        int score = -alpha_beta(child, depth - 1, -b, -a);
        if (score > a) {
            a = score;
            if (a >= b) break;
        }
    }
    return a;
}

}  // namespace

int main(int count, char **words) {
    int depth = count > 1 ? std::atoi(words[1]) : 13;
    int rounds = count > 2 ? std::atoi(words[2]) : 1;
    while (rounds--) {
        nodes = 0;
        auto began = std::chrono::steady_clock::now();
        int value = alpha_beta({0, 0}, depth, -INFINITE, INFINITE);
        std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began;
        std::printf("%d %llu %.6f\n", value, static_cast<unsigned long long>(nodes), seconds.count());
    }
}
