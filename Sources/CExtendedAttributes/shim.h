// Swift's modules for the C library leave this header out.
#if __has_include(<sys/xattr.h>)
#include <sys/xattr.h>
#endif
