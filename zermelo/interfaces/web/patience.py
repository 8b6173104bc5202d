"""Connections that take their time, or come in crowds: who keeps the server waiting is hung up on."""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

SLOWEST_HEAD = 10.0
"""Seconds in which the head of a request has to come."""
MOST_CONNECTIONS = 800
"""Most connections at once, from all addresses together: a class of fifty may share one, seven each."""


class Impatient(H11Protocol):
    """Uvicorn's protocol, which waits for ever for a request that has begun."""

    waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
        else:
            self.expect()

    def data_received(self, data: bytes) -> None:
        try:
            super().data_received(data)
        except h11.ProtocolError:  # what comes is wrong, and the answer has begun
            self.transport.abort()
            return
        self.expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self.forget()
        super().connection_lost(exc)

    def expect(self) -> None:
        """Wait for the rest of a head, but not for long."""
        if self.conn.their_state is not h11.IDLE or self not in self.connections:
            self.forget()
        elif self.waiting is None:
            self.waiting = self.loop.call_later(SLOWEST_HEAD, self.hang_up)

    def forget(self) -> None:
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None

    def hang_up(self) -> None:
        if self in self.connections and self.conn.their_state is h11.IDLE:
            self.transport.abort()
