#include "CFerryScan.h"

void ferry_keep_retains_before(void) {}

const uint8_t ferry_escaped_characters[256] = {
    ['"'] = '"',  ['\\'] = '\\', ['/'] = '/',  ['b'] = '\b',
    ['f'] = '\f', ['n'] = '\n',  ['r'] = '\r', ['t'] = '\t',
};
