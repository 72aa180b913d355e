// An actor that counts. Its state is the count in decimal digits, which is also JSON.
//
// It is written against the canonical ABI itself, so that a compiler is all it takes: the host puts
// what it hands in where `cabi_realloc` says, and results are read from `area`.

typedef unsigned char byte;
typedef unsigned int word;

#define EXPORT(name) __attribute__((export_name(name)))
#define ACTOR "theater:simple/actor#"
#define MESSAGES "theater:simple/message-server-client#"

static byte room[64 * 1024];
static word used;
static byte digits[24];
static word area[8];

// What does not fit ends the call: an actor this small is not sent more.
EXPORT("cabi_realloc")
void *reserve(void *old, word old_size, word align, word size) {
    (void)old, (void)old_size, (void)align;
    word at = (used + 7) & ~7u;
    if (at > sizeof room || size > sizeof room - at) __builtin_trap();
    used = at + size;
    return room + at;
}

static long long number(const byte *data, word size, long long otherwise) {
    word at = 0;
    while (at < size && (data[at] < '0' || data[at] > '9')) at++;
    if (at == size) return otherwise;
    long long value = 0;
    for (; at < size && data[at] >= '0' && data[at] <= '9'; at++) value = value * 10 + (data[at] - '0');
    return value;
}

// `ok(tuple<some(bytes)>)`, the form of every result: which case, which option, where, how long.
static word *state_of(long long count) {
    byte *at = digits + sizeof digits;
    do {
        *--at = (byte)('0' + count % 10);
        count /= 10;
    } while (count);
    area[0] = 0;
    area[1] = 1;
    area[2] = (word)at;
    area[3] = (word)(digits + sizeof digits - at);
    return area;
}

static word *same(word some, byte *state, word size) {
    area[0] = 0;
    area[1] = some;
    area[2] = (word)state;
    area[3] = size;
    return area;
}

static long long count_of(word some, const byte *state, word size) {
    return some ? number(state, size, 0) : 0;
}

EXPORT(ACTOR "init")
word *init(word some, byte *state, word size, byte *id, word id_size) {
    (void)id, (void)id_size;
    return state_of(count_of(some, state, size));
}

EXPORT(MESSAGES "handle-send")
word *handle_send(word some, byte *state, word size, byte *data, word length) {
    return state_of(count_of(some, state, size) + number(data, length, 1));
}

EXPORT(MESSAGES "handle-request")
word *handle_request(word some, byte *state, word size, byte *id, word id_size, byte *data, word length) {
    (void)id, (void)id_size;
    word get = length == 3 && data[0] == 'g' && data[1] == 'e' && data[2] == 't';
    state_of(count_of(some, state, size) + (get ? 0 : number(data, length, 1)));
    area[4] = 1;
    area[5] = area[2];
    area[6] = area[3];
    return area;
}

EXPORT(MESSAGES "handle-channel-open")
word *handle_channel_open(word some, byte *state, word size, byte *id, word id_size, byte *data, word length) {
    (void)id, (void)id_size, (void)data, (void)length;
    same(some, state, size);
    area[4] = 1; // accepted, and no message
    area[5] = 0;
    return area;
}

EXPORT(MESSAGES "handle-channel-message")
word *handle_channel_message(word some, byte *state, word size, byte *id, word id_size, byte *data, word length) {
    (void)id, (void)id_size;
    return state_of(count_of(some, state, size) + number(data, length, 1));
}

EXPORT(MESSAGES "handle-channel-close")
word *handle_channel_close(word some, byte *state, word size, byte *id, word id_size) {
    (void)id, (void)id_size;
    return same(some, state, size);
}

// After a result is read, everything that was handed in for the call can go.
#define AFTER(name) EXPORT("cabi_post_" name)
static void forget(void) { used = 0; }
AFTER(ACTOR "init") void after_init(word *result) { (void)result, forget(); }
AFTER(MESSAGES "handle-send") void after_send(word *result) { (void)result, forget(); }
AFTER(MESSAGES "handle-request") void after_request(word *result) { (void)result, forget(); }
AFTER(MESSAGES "handle-channel-open") void after_open(word *result) { (void)result, forget(); }
AFTER(MESSAGES "handle-channel-message") void after_message(word *result) { (void)result, forget(); }
AFTER(MESSAGES "handle-channel-close") void after_close(word *result) { (void)result, forget(); }
