import { afterAll, expect, test } from 'vitest'
import type { AnyRecord } from '#core/entities/entity.ts'
import { setAccount } from '#web/api/client.ts'
import { settlementActions } from './settlement-list.ts'

afterAll(() => setAccount(undefined))

test('C83 The PDFs of a settlement in a list name the account of the page', () => {
  setAccount('account-1')
  const actions = settlementActions({ id: 7 } as AnyRecord, 'truck 12', '/billing/7')
  expect(actions.map((action) => ('to' in action ? action.to : undefined))).toEqual([
    '/billing/7',
    '/api/billing/7/statement.pdf?haulbook-account=account-1',
    '/api/billing/7/statement.pdf?language=es&haulbook-account=account-1',
  ])
})
