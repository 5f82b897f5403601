/** Links to files. They name the account of the page, as its requests do (SPEC C83). */
import { useQuery } from '@tanstack/react-query'
import type { ComponentProps, MouseEvent } from 'react'
import { companyMessages, isSampleCompany } from '#core/settings/sample-company.ts'
import { LINK_BUTTON, MAIN_LINK_BUTTON } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { fileAddress, needCompany } from './client.ts'
import { companyQuery, queryClient } from './queries.ts'
import { messageFor } from './request-key.ts'

/** `needs`: what the server needs to make the file. */
type FileLinkProps = ComponentProps<'a'> & { href: string; needs?: 'company' }

/** A link that looks like a button and saves a file. The browser shows the progress. */
export function DownloadLink({ className, ...rest }: FileLinkProps) {
  return <FileLink download className={classes(LINK_BUTTON, className)} {...rest} />
}

/** A link that looks like a main button and opens a file. */
export function LinkButton({ className, ...rest }: FileLinkProps) {
  return <FileLink className={classes(MAIN_LINK_BUTTON, className)} {...rest} />
}

/** A link that looks like a button and opens a file in a new tab. */
export function OpenFileLink({ className, ...rest }: FileLinkProps) {
  return (
    <FileLink
      className={classes(LINK_BUTTON, className)}
      target="_blank"
      rel="noreferrer"
      {...rest}
    />
  )
}

function FileLink({ href, needs, onClick, ...rest }: FileLinkProps) {
  useQuery({ ...companyQuery, enabled: needs === 'company' })
  return (
    <a
      href={fileAddress(href)}
      {...rest}
      onClick={needs === 'company' ? (event) => void askFirst(event) : onClick}
    />
  )
}

/**
 * Asks for the company's details, and opens the link again after the save (SPEC C341). Without this, the browser would show
 * the server's error as a page.
 */
async function askFirst(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  const known = queryClient.getQueryData(companyQuery.queryKey)
  if (known && !isSampleCompany(known)) return
  event.preventDefault()
  // The save may replace the link on the page.
  const link = event.currentTarget.cloneNode() as HTMLAnchorElement
  try {
    const isReady = !isSampleCompany(await queryClient.ensureQueryData(companyQuery))
    if (isReady || (await enterCompany())) link.click()
  } catch (error) {
    toastFailure('Failed to open the file', messageFor(error as Error))
  }
}

/** True once the details are entered. */
async function enterCompany(): Promise<boolean> {
  const answer = await needCompany()
  if (answer === 'not-admin') throw new Error(companyMessages.sample)
  if (answer === 'saved') await queryClient.invalidateQueries(companyQuery)
  return answer === 'saved'
}
