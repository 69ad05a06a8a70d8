// Swift's modules for the C library do not include this header.
#if __has_include(<sys/xattr.h>)
#include <sys/xattr.h>
#endif
