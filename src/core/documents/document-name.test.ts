import { describe, expect, test } from 'vitest'
import { nameDocument } from './document-name.ts'
import { guessKind } from './guess-kind.ts'
import { listNumbersIn } from './numbers-in-name.ts'

const bol = {
  kind: 'bol',
  type: 'application/pdf',
  pages: 3,
  loadNumber: '20512345',
  originalName: 'scan.0001.pdf',
} as const

describe('C110 A document is named by its type, its load and its pages', () => {
  test.each([
    [bol, 'BOL 20512345 (3 p).pdf'],
    [{ ...bol, kind: 'rate-confirmation', pages: 1 }, 'Rate Confirmation 20512345 (1 p).pdf'],
    [{ ...bol, type: 'image/jpeg' }, 'BOL 20512345 (3 p).jpg'],
    [{ ...bol, loadNumber: null }, 'BOL scan.0001 (3 p).pdf'],
    [{ ...bol, loadNumber: '../7:A*' }, 'BOL ..-7-A- (3 p).pdf'],
  ] as const)('%o', (document, expected) => {
    expect(nameDocument(document)).toBe(expected)
  })
})

describe('C116 The type of a file is guessed from its name, then from its first page', () => {
  test.each([
    ['RateCon_4711.pdf', '', 'rate-confirmation'],
    ['RC-4711.pdf', '', 'rate-confirmation'],
    ['Load confirmation.pdf', 'Bill of Lading', 'rate-confirmation'],
    ['BOL 4711.pdf', '', 'bol'],
    ['signed_pod.jpg', '', 'pod'],
    ['lumper receipt.jpg', '', 'lumper-receipt'],
    ['scale-ticket.png', '', 'scale-ticket'],
    ['IMG_0001.jpg', '', 'other'],
    ['march.pdf', '', 'other'],
    ['scan0001.pdf', 'STRAIGHT BILL OF LADING', 'bol'],
    ['scan0001.pdf', 'CARRIER RATE CONFIRMATION … send the bill of lading', 'rate-confirmation'],
    ['scan0001.pdf', 'LUMPER RECEIPT $120.00', 'lumper-receipt'],
    ['scan0001.pdf', 'Proof of Delivery', 'pod'],
  ])('%s "%s" is %s', (name, text, expected) => {
    expect(guessKind(name, text)).toBe(expected)
  })
})

describe('C116 The numbers in the name of a file', () => {
  test.each([
    ['BOL L-1042 signed.pdf', ['L-1042', '1042']],
    ['RateCon_20512345 (2).pdf', ['20512345']],
    ['scan.pdf', []],
    ['1042-POD.pdf', ['1042-POD', '1042']],
  ])('%s', (name, expected) => {
    expect(listNumbersIn(name)).toEqual(expected)
  })
})
