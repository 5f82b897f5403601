/** Every screen of an empty account and of one with too much data. LONG=1 checks both themes at every width. */
import { test } from 'vitest'
import { startApp } from '#e2e/app.ts'
import { fillTooMuch } from '#e2e/full-accounts.ts'
import { GUIDE, listRecordPages, SCREENS } from '#e2e/screens.ts'
import {
  DESKTOP,
  inspect,
  inspectForms,
  LONG,
  makeAccount,
  open,
  PHONE,
  TABLET,
  visit,
  type Look,
} from './looks.ts'

const app = startApp()

const EMPTY: Look[] = [{ width: DESKTOP, rules: 'every' }, { width: PHONE }]
/** axe has nothing new to read here: there is only more of the same parts. */
const FULL: Look[] = [{ width: TABLET }, { width: PHONE, dark: true }]

test('B38 Every screen fits and is accessible, without data', async () => {
  const page = await open(app, await makeAccount(app))
  // The pages of the guide differ only in their text.
  for (const screen of [...SCREENS, ...GUIDE.slice(0, LONG ? GUIDE.length : 2)]) {
    await visit(page, screen)
    await inspect(page, EMPTY, `no data${screen}`)
  }
})

test('B38 Every screen, form and settlement fits, with too much data', async () => {
  const page = await open(app, await makeAccount(app, fillTooMuch))
  for (const screen of [...SCREENS, ...(await listRecordPages(page))]) {
    await visit(page, screen)
    await inspect(page, FULL, `too much data${screen}`)
  }
  await inspectForms(page, FULL, 'T-1')
})
