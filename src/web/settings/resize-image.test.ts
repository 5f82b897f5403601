import { expect, test } from 'vitest'
import { LARGEST_LOGO_KB } from '#core/settings/logos.ts'
import { fitSize, isWithinLimits } from './resize-image.ts'

const SMALL = { width: 300, height: 90 }
const MAX_BYTES = LARGEST_LOGO_KB * 1024

test.each([
  ['a small PNG', { type: 'image/png', size: 1000 }, SMALL, 'accepted'],
  [
    'a JPEG of exactly the largest size',
    { type: 'image/jpeg', size: MAX_BYTES },
    SMALL,
    'accepted',
  ],
  ['a larger file', { type: 'image/png', size: MAX_BYTES + 1 }, SMALL, 'resized'],
  ['a WebP', { type: 'image/webp', size: 1000 }, SMALL, 'resized'],
  ['one million pixels', { type: 'image/png', size: 9 }, { width: 1000, height: 1000 }, 'accepted'],
  ['more pixels', { type: 'image/png', size: 9 }, { width: 1001, height: 1000 }, 'resized'],
])('S16 An upload of $0 is $3', (_, file, image, outcome) => {
  expect(isWithinLimits(file, image)).toBe(outcome === 'accepted')
})

test.each([
  [
    { width: 2400, height: 1200 },
    { width: 600, height: 300 },
  ],
  [
    { width: 4000, height: 400 },
    { width: 1000, height: 100 },
  ],
  [
    { width: 300, height: 90 },
    { width: 300, height: 90 },
  ],
  [
    { width: 1000, height: 300 },
    { width: 1000, height: 300 },
  ],
  [
    { width: 5000, height: 1 },
    { width: 1000, height: 1 },
  ],
])('S16 An image of $width × $height pixels keeps its proportions', (image, fitted) => {
  expect(fitSize(image)).toEqual(fitted)
})
