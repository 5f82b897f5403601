import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { enter, fill, open, user } from '#web/testing/page.tsx'

test('B67 Help is the user guide, with a search; the palette finds its pages', async () => {
  await enter()
  await open('/')
  const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
  await user.click(await screen.findByRole('link', { name: 'Help' }))
  await heading('The First Hour')
  const article = await screen.findByRole('article')
  await user.click(within(article).getByRole('link', { name: 'Importing Spreadsheets' }))
  await heading('Importing Spreadsheets')
  await fill({ 'Search the guide': 'escrow target' })
  const contents = within(await screen.findByRole('navigation', { name: 'Guide' }))
  await waitFor(() =>
    expect(contents.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Deductions and Balances',
    ]),
  )
  await user.click(contents.getByRole('link'))
  await screen.findByRole('img', { name: 'Balances of each payee' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), '1099')
  await user.click(await screen.findByRole('option', { name: 'Year-End and 1099s' }))
  await heading('Year-End and 1099s')
})
