/** Hostile files for the routes whose body is a file. */
import { gzipSync } from 'node:zlib'

const COMMAS = ','.repeat(100_000)

export const HOSTILE_CSV: (string | Buffer)[] = [
  ...[
    '',
    ',',
    '"',
    '\n\n',
    '\uFEFF',
    'Name',
    'Name\n"',
    'Name\nAnn,1,2,3',
    'a,a\n1,2',
    'x\n\u0000',
  ],
  ...[`Name\n${COMMAS}`, COMMAS, `Name\n${'"'.repeat(9_999)}`, `${'x'.repeat(70_000)}\n1`],
  'Name,Phone,Email\nAnn \u202E,=1+1,a@example.com\n',
  'Truck #,Make,Model,Year\nT-1,Volvo,VNL,999999999999999\n',
  'Load #,Truck,Pickup State,Pickup Date,Delivery State,Revenue\nL-1,unknown,TX,2026-02-30,GA,1e9\n',
  'Company Name\n__proto__\nconstructor\n\u{1D159}\n',
  Buffer.from('\uFEFFCompany Name\nŁukasz', 'utf16le'),
  Buffer.from('\uFEFFCompany Name\nodd', 'utf16le').subarray(0, 21),
  ...[Buffer.from([0xff, 0xfe]), Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('PK\u0003\u0004')],
  gzipSync('Company Name\nBo\n'),
]

const PNG = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')

export const HOSTILE_PICTURES: Buffer[] = [
  ...['', 'GIF89a', '<svg xmlns="http://www.w3.org/2000/svg"/>'].map((text) => Buffer.from(text)),
  ...[PNG, Buffer.concat([PNG, Buffer.alloc(64)]), Buffer.concat([PNG, Buffer.alloc(64, 0xff)])],
  ...[
    Buffer.from([0xff, 0xd8, 0xff]),
    Buffer.from([0xff, 0xd8, 0xff, 0xda, 0xff, 0xff, 0xff, 0xd9]),
  ],
]
