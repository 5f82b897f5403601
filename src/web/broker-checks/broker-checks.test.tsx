/** Files of FMCSA that are rejected or lack a day, and manual checks (SPEC C229, C232). */
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeSample } from '#server/testing/samples.ts'
import { chooseFiles, makeFile } from '#web/testing/files.ts'
import { follow } from '#web/testing/loads.ts'
import {
  create,
  enter,
  fill,
  findField,
  findText,
  findToast,
  open,
  press,
  user,
} from '#web/testing/page.tsx'

const FILE = [
  'DOCKET_NUMBER,USDOT_NUMBER,OP_AUTH_TYPE,OP_AUTH_STATUS,BOND_REQ,BOND_FILE,LEGAL_NAME',
  'MC2000000,2000000,MOTOR CARRIER,ACTIVE,N,N,"Company 1"',
  'MC000077,00001234567,BROKER,ACTIVE,Y,Y,"SUMMIT, INC"',
  '',
].join('\r\n')

async function enterWithBroker(): Promise<number> {
  await enter()
  const broker = { ...makeSample('brokers'), companyName: 'Summit', mcNumber: null }
  return (await create('brokers', { ...broker, dotNumber: '1234567' })).id
}

async function chooseFile(name: string, text: string): Promise<void> {
  await open('/broker-checks')
  await press('Import FMCSA File')
  await screen.findByLabelText('CSV file')
  await chooseFiles('CSV file', makeFile(name, text))
}

test('C229 A file without a day asks for it, and another file says why it is rejected', async () => {
  await enterWithBroker()
  await chooseFile('loads.csv', 'Load #,Revenue\n1,2\n')
  await findText('Haulbook can’t read this file')
  await chooseFile('carrier.zip', 'PK\u0003\u0004\u0014')
  await findText('This file is compressed.')
  await chooseFile('carrier.csv', FILE)
  await press('Import')
  await findText('File day is required')
  await fill({ 'File Day': '11/20/2026' })
  await press('Import')
  await findText('1 broker found, 0 not in this file.')
})

test('C232 A manual check removes the broker from the checks due, and can be deleted', async () => {
  const brokerId = await enterWithBroker()
  await open('/broker-checks?show=due')
  await findText('Never checked, due')
  await follow('Summit')
  await findText('Authority never checked. A check is due.')
  await press('Add Check')
  await user.type(await findField('Note'), 'Called the office')
  await user.keyboard('{Control>}{Enter}{/Control}')
  await findToast('Check saved')
  await findText('Called the office')
  await open('/broker-checks?show=due')
  await findText('No brokers')
  await open(`/brokers/${brokerId}`)
  await press(/^Delete check of/)
  await press('Delete')
  await findText('Authority never checked. A check is due.')
  expect(screen.queryByText('Called the office')).toBe(null)
})
