/** Valid and invalid images to upload. */
import { crc32, deflateSync } from 'node:zlib'

type Png = {
  width: number
  height: number
  /** Samples per pixel: 3 for RGB, 4 with transparency. */
  samples?: 3 | 4
  interlaced?: boolean
  /** The number of rows in the data, if it differs from the height. */
  rows?: number
  filter?: number
  more?: [type: string, data: Buffer][]
  /** Each row with its filter, instead of the stripe. */
  pixels?: Buffer[]
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** Blue with a pale stripe. With four samples the left half is transparent. */
export function makePng({ width, height, samples = 3, rows = height, ...more }: Png): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, samples === 4 ? 6 : 2, 0, 0, more.interlaced ? 1 : 0], 8)
  const row = Buffer.concat([
    Buffer.from([more.filter ?? 0]),
    ...Array.from({ length: width }, (_, x) => pixelAt(x / width, samples)),
  ])
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    ...(more.more ?? []).map(([type, data]) => chunk(type, data)),
    chunk('IDAT', deflateSync(Buffer.concat(more.pixels ?? Array<Buffer>(rows).fill(row)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** 24 × 10 pixels, with the comment "GPS-SECRET". */
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD//gAMR1BTLVNFQ1JFVP/bAEMADQkKCwoIDQsKCw4ODQ8TIBUTEhITJxweFyAuKT' +
    'EwLiktLDM6Sj4zNkY3LC1AV0FGTE5SU1IyPlphWlBgSlFST//bAEMBDg4OExETJhUVJk81LTVPT09PT09PT09PT09P' +
    'T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT//AABEIAAoAGAMBIgACEQEDEQH/xAAYAAEAAwEAAA' +
    'AAAAAAAAAAAAAAAQMFBv/EACMQAAICAQMDBQAAAAAAAAAAAAIDAAEEBQYREyJRITFBccH/xAAXAQADAQAAAAAAAAAA' +
    'AAAAAAADBAUG/8QAGhEAAgMBAQAAAAAAAAAAAAAAAAECAxESIf/aAAwDAQACEQMRAD8A09sbd07UdHvJyrNjWEQ9p8' +
    'dLj9+fXzU5LJWKcpqgZTBA7Gjr2KqvjmTivcpDBW5gCwO+hK6ovvzKpoaFJWyTek+ecrwRERsEf//Z',
  'base64',
)

/** 64 × 48 pixels, red at the left, as an iPhone stores photos. */
export const HEIC = Buffer.from(
  'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAA' +
    'AAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAAAAHRAAEAAAAAAAAATAAC' +
    'AAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAAaHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3' +
    'JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAA' +
    'AwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6gIIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAAB' +
    'Rpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUAAAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgAB' +
    'AoECAAICA4QAAAAaaXJlZgAAAAAAAAAOZGltZwACAAEAAQAAAFRtZGF0AAAASCgBr1jm9Oq//+fw//6uTIfLu/9X/+GQ9V' +
    '7rtP+h11aW3ze/Ovzpyx6jQ6/DvY+ETHbW/fjA6WhOZgMTyNecYRVVgN9FM8g1gA==',
  'base64',
)

function pixelAt(part: number, samples: 3 | 4): Buffer {
  const color = part > 0.4 && part < 0.6 ? [214, 228, 255] : [29, 78, 216]
  return Buffer.from(samples === 4 ? [...color, part < 0.5 ? 90 : 255] : color)
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(named.length + 8)
  whole.writeUInt32BE(data.length, 0)
  whole.set(named, 4)
  whole.writeUInt32BE(crc32(named), named.length + 4)
  return whole
}

/** A JPEG of this size, most of it comments. */
export function makeLargeJpeg(bytes: number, letter: string): Buffer {
  const [start, rest] = [JPEG.subarray(0, 2), JPEG.subarray(2)]
  const comment = Buffer.alloc(65_537, letter)
  comment.set([0xff, 0xfe, 0xff, 0xff])
  return Buffer.concat([
    start,
    ...Array<Buffer>(Math.ceil(bytes / comment.length)).fill(comment),
    rest,
  ])
}
