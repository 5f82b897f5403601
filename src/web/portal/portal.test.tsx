/** The portal of truck owners and drivers: what each sees, in English and Spanish (SPEC C69, C78, C81). */
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { efsFile } from '#server/testing/cards/card-files.ts'
import { makeSample } from '#server/testing/samples.ts'
import { chooseFiles, makeFile } from '#web/testing/files.ts'
import { follow } from '#web/testing/loads.ts'
import {
  becomeMember,
  call,
  create,
  enter,
  fill,
  findText,
  newEmail,
  open,
  PASSWORD,
  press,
  readAddress,
  signOut,
} from '#web/testing/page.tsx'

const DATE = '2026-11-13'

/** A truck of Ann's that Eve drives, with statement 1 and a scheduled load. */
async function enterOffice() {
  await enter()
  const owner = await create('owners', { ...makeSample('owners'), name: 'Ann' })
  const driver = await create('drivers', { ...makeSample('drivers'), name: 'Eve' })
  const truck = await create('trucks', { ...makeSample('trucks'), ownerId: owner.id })
  const load = { ...makeSample('loads'), truckId: truck.id, driverId: driver.id }
  const settled = { settlementDate: DATE, revenue: '2000', deliveryStatus: 'delivered' }
  await create('loads', { ...load, ...settled, bolStatus: 'pending' })
  await create('loads', { ...load, loadId: 'NEXT-1', deliveryStatus: 'scheduled' })
  const loan = { category: 'other', description: 'Tires', basis: 'fixed', value: '100' }
  const balance = { ownerId: owner.id, balance: 'loan', total: '900' }
  await create('deduction-rules', { ...loan, ...balance })
  const settlement = { truckId: truck.id, settlementDate: DATE, tolls: '12.50' }
  const { id } = await create('billing', settlement)
  await call('POST', `/api/billing/${id}/approve`)
  return { ownerId: owner.id, driverId: driver.id, truckId: String(truck.truckId) }
}

const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name })

test('C78 C81 An owner’s balances, year, loads and record are in Spanish', async () => {
  const { ownerId } = await enterOffice()
  await becomeMember('owner', { ownerId })
  await open('/')
  await press('Español')
  await follow('Saldos')
  await findText('Usted debe')
  await findText('$800.00')
  await follow('Año')
  await findText('Monto para su 1099')
  await follow('Cargas')
  await findText('Falta el conocimiento de embarque (BOL)')
  await findText('$2,000.00')
  await follow('Mi cuenta')
  await findText('Cuenta bancaria')
  await press('Cerrar sesión')
  await findTitle('Inicie sesión en su cuenta')
})

test('C590 An owner sees in Spanish what the cards of the trucks bought, with retail and discount', async () => {
  const { ownerId, truckId } = await enterOffice()
  await open('/fuel-and-tolls/import')
  const file = makeFile('week.csv', efsFile([{ day: '2026-11-18', unit: truckId }]))
  await chooseFiles('CSV file or Excel workbook', file)
  await press('Save 1 Purchase')
  await findText('1 purchase saved.')
  await becomeMember('owner', { ownerId })
  await open('/')
  await press('Español')
  await follow('Diésel y peajes')
  await findTitle('Diésel y peajes')
  const group = (await screen.findByRole('heading', { name: /^En su próxima liquidación/ }))
    .parentElement
  for (const text of [
    'Diésel, PILOT 436, DALLAS TX',
    '$313.17',
    `11/18/2026 · Camión ${truckId}`,
    '97.9 gal a $3.499, precio al público $342.54, descuento $29.37, trasladado $29.37, por defecto  ·  Factura 1',
  ])
    expect(group?.textContent).toContain(text)
  expect(screen.queryByRole('heading', { name: 'En liquidaciones' })).toBe(null)
})

test('C78 C81 A driver lands on the loads and sees no money', async () => {
  const { driverId } = await enterOffice()
  await becomeMember('driver', { driverId })
  await open('/')
  await findTitle('Loads')
  await press('Español')
  await screen.findByRole('article', { name: 'Carga NEXT-1' })
  await findText('Programada')
  const tabs = within(screen.getByRole('navigation')).getAllByRole('link')
  expect(tabs.map(({ textContent }) => textContent)).toEqual(['Cargas', 'Mi cuenta'])
  expect(screen.queryByText(/\$/)).toBe(null)
})

test('C69 C81 A Spanish invitation leads to the Spanish portal, and leaving leads to the login', async () => {
  const { driverId } = await enterOffice()
  const email = newEmail()
  const invitation = { email, role: 'driver', driverId, language: 'es' }
  const { link } = await call<{ link: string }>('POST', '/api/team/invitations', invitation)
  await signOut()
  await open(link)
  await findText('Le invitaron como chofer.')
  await fill({ Contraseña: '123' })
  await press('Crear contraseña y entrar')
  await findText('La contraseña debe tener al menos 8 caracteres')
  await fill({ Contraseña: PASSWORD })
  await press('Crear contraseña y entrar')
  await waitFor(() => expect(location.pathname).toBe('/'))
  await readAddress()
  await findTitle('Cargas')
  await follow('Mi cuenta')
  await press(/^Salir de /)
  await press('Salir')
  await findText('Usted salió de la cuenta.')
  await fill({ 'Correo electrónico': email, Contraseña: PASSWORD })
  await press('Iniciar sesión')
  await findTitle('No pertenece a ninguna cuenta')
  await press('Crear una cuenta')
  await findTitle('Dashboard')
})
