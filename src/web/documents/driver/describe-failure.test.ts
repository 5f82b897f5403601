/** Why a driver's upload failed, in the driver's language (SPEC C136, C426). */
import { expect, test } from 'vitest'
import { documentMessages } from '#core/documents/documents.ts'
import { ApiError } from '#web/api/client.ts'
import { describeFailure } from './describe-failure.ts'
import { driverSpanish } from './words/spanish.ts'

test.each([
  [documentMessages.password, driverSpanish.errors.password],
  [documentMessages.damagedInside, driverSpanish.errors.unreadable],
  [documentMessages.xfa, driverSpanish.errors.unreadable],
  [documentMessages.portfolio, driverSpanish.errors.unreadable],
  ['Something else', driverSpanish.errors.other],
])('C136 C426 A driver reads why the file was rejected: %s', (message, shown) => {
  expect(describeFailure(new ApiError(400, message, undefined), driverSpanish)).toBe(shown)
})
