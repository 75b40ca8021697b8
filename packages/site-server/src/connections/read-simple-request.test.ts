import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSimpleRequest } from './read-simple-request.ts';

test('what a request may smuggle in is never simple', () => {
  const host = 'Host: a\r\n';
  const hostile = [
    `GET / HTTP/1.1\r\n${host}Content-Length: 5\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}transfer-encoding : chunked\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}X: a\r\n Transfer-Encoding: chunked\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}X: a\nTransfer-Encoding: chunked\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}X: a\rY: b\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}X: a\0\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}${host}\r\n`,
    `GET / HTTP/1.1\r\nX: a\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}\r\nGET /2 HTTP/1.1\r\n${host}\r\n`,
    `GET / HTTP/1.1\r\n${host}\r\nbody`,
    `GET / HTTP/1.0\r\n${host}\r\n`,
    `GET http://b/ HTTP/1.1\r\n${host}\r\n`,
    `GET  / HTTP/1.1\r\n${host}\r\n`,
    `GET /\t HTTP/1.1\r\n${host}\r\n`,
    `GET /\xe9 HTTP/1.1\r\n${host}\r\n`,
    `POST / HTTP/1.1\r\n${host}\r\n`,
    `GET / HTTP/1.1\r\n${host}Connection: upgrade\r\nUpgrade: h2c\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}Expect: 100-continue\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}Authorization: Bearer x\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}If-None-Match: "a"\r\nIf-None-Match: "b"\r\n\r\n`,
    `GET /${'a'.repeat(8200)} HTTP/1.1\r\n${host}\r\n`,
  ];
  for (const text of hostile)
    assert.equal(readSimpleRequest(Buffer.from(text, 'latin1')), undefined, JSON.stringify(text));
  assert.deepEqual(
    readSimpleRequest(Buffer.from(`GET /a?b HTTP/1.1\r\nhost: a:80\r\nConnection: Keep-Alive\r\nCookie: c=d\r\n\r\n`)),
    {
      method: 'GET',
      url: '/a?b',
      headers: { host: 'a:80' },
    },
  );
});

test('a line of any length is looked at once', () => {
  const started = performance.now();
  for (let turn = 0; turn < 200; turn += 1) {
    readSimpleRequest(Buffer.from(`GET / HTTP/1.1\r\n${'a:'.repeat(4000)}`, 'latin1'));
    readSimpleRequest(Buffer.from(`GET / HTTP/1.1\r\n${'a: b\r\n'.repeat(1300)}x`, 'latin1'));
  }
  assert.ok(performance.now() - started < 2000);
});
