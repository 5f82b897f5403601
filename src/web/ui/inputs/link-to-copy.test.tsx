import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { findNoText, findText, press } from '#web/testing/page.tsx'
import { LinkToCopy } from './link-to-copy.tsx'

test('C555 Without the clipboard a link is selected to copy by key, and is not called copied', async () => {
  vi.stubGlobal('isSecureContext', false)
  const copy = vi.fn<(command: string) => boolean>().mockReturnValue(false)
  document.execCommand = copy
  render(<LinkToCopy address="http://office/invitation#1" copyNow onClose={() => undefined} />)
  await expect.poll(() => copy).toHaveBeenCalledWith('copy')
  await findNoText('Copied')
  await press('Copy Link')
  await findText('Not copied. The link is selected')
  const input = screen.getByLabelText<HTMLInputElement>('Link')
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, input.value.length])
  copy.mockReturnValue(true)
  await press('Copy Link')
  await findText('Copied')
  await findNoText('Not copied')
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'execCommand')
})
