/** Links to files. They name the account of the page, as its requests do (SPEC C83). */
import type { ComponentProps } from 'react'
import { LINK_BUTTON, MAIN_LINK_BUTTON } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { fileAddress } from './client.ts'

type FileLinkProps = ComponentProps<'a'> & { href: string }

/** A link that looks like a button and saves a file. The browser shows the progress. */
export function DownloadLink({ className, href, ...rest }: FileLinkProps) {
  return (
    <a download className={classes(LINK_BUTTON, className)} href={fileAddress(href)} {...rest} />
  )
}

/** A link that looks like a main button and opens a file. */
export function LinkButton({ className, href, children, ...rest }: FileLinkProps) {
  return (
    <a className={classes(MAIN_LINK_BUTTON, className)} href={fileAddress(href)} {...rest}>
      {children}
    </a>
  )
}

/** A link that looks like a button and opens a file in a new tab. */
export function OpenFileLink({ className, href, children, ...rest }: FileLinkProps) {
  return (
    <a
      className={classes(LINK_BUTTON, className)}
      target="_blank"
      rel="noreferrer"
      href={fileAddress(href)}
      {...rest}
    >
      {children}
    </a>
  )
}
