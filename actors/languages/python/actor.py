"""An actor that counts. Its state is the count in decimal digits, which is also JSON."""

import re

from wit_world import exports
from wit_world.imports.types import ChannelAccept


def number(data, otherwise):
    """The first number in some bytes, or `otherwise`."""
    found = re.search(rb"\d+", data or b"")
    return int(found.group()) if found else otherwise


def counted(state, data):
    return str(number(state, 0) + number(data, 1)).encode()


class Actor(exports.Actor):
    def init(self, state, params):
        return (str(number(state, 0)).encode(),)


class MessageServerClient(exports.MessageServerClient):
    def handle_send(self, state, params):
        return (counted(state, params[0]),)

    def handle_request(self, state, params):
        following = state if params[1] == b"get" else counted(state, params[1])
        return (following, (following,))

    def handle_channel_open(self, state, params):
        return (state, (ChannelAccept(True, None),))

    def handle_channel_message(self, state, params):
        return (counted(state, params[1]),)

    def handle_channel_close(self, state, params):
        return (state,)
