/** The requests of emails and their settings (SPEC C186–C191). */
import { queryOptions } from '@tanstack/react-query'
import type { Mail } from '#core/mail/mails.ts'
import type {
  MailServerState,
  MailSettings,
  ShownMailSettings,
  TestedMail,
} from '#core/mail/settings.ts'
import type { StatementMails, StatementToMail } from '#core/mail/statement-mails.ts'
import { request } from '#web/api/client.ts'
import { queryClient } from '#web/api/queries.ts'
import { useAction } from '#web/api/use-action.ts'

const MAILS = ['mails']
/** A queued email is sent within seconds. */
const WATCH_MS = 4_000

/** Whether this server sends email. */
export const mailStateQuery = queryOptions({
  queryKey: ['mail-state'],
  queryFn: () => request<MailServerState>('GET', '/api/mail'),
  staleTime: 5 * 60_000,
})

export const outboxQuery = queryOptions({
  queryKey: [...MAILS, 'outbox'],
  queryFn: () => request<Mail[]>('GET', '/api/mails'),
  staleTime: 0,
  refetchInterval: ({ state }) => findInterval(state.data),
})

/** `path`: a record's API path, such as "/api/billing/12". */
export function mailsOfQuery(path: string) {
  const [, , subject = '', record = ''] = path.split('/')
  return queryOptions({
    queryKey: [...MAILS, subject, record],
    queryFn: () =>
      request<Mail[]>('GET', `/api/mails?subject=${subject.replaceAll('-', '_')}&record=${record}`),
    staleTime: 0,
    refetchInterval: ({ state }) => findInterval(state.data),
  })
}

function findInterval(mails: Mail[] | undefined): number | false {
  return mails?.some(({ state }) => state === 'queued' || state === 'sending') ? WATCH_MS : false
}

/** Call it after an email was queued or the user decided about it. */
export function refetchMails(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: MAILS })
}

const DECISIONS = {
  'send-again': { done: 'Sending again', failed: 'Failed to send the email again' },
  'mark-sent': { done: 'Marked as sent', failed: 'Failed to mark the email as sent' },
  cancel: { done: 'Email canceled', failed: 'Failed to cancel the email' },
}

export type MailDecision = keyof typeof DECISIONS

type Decide = { mail: Mail; decision: MailDecision }

/** The server asks before it sends an email again that may already have been sent. */
export function useDecideMail() {
  return useAction({
    send: ({ mail, decision }: Decide, { confirmed }) =>
      request<Mail>('POST', `/api/mails/${mail.id}/${decision}`, {
        ...(decision === 'send-again' && { body: { confirmed } }),
        headers: { 'If-Match': `"${mail.version}"` },
      }),
    done: (_, { decision }) => DECISIONS[decision].done,
    failed: (_, { decision }) => DECISIONS[decision].failed,
    asks: ['again'],
    onFailure: refetchMails,
    refetch: refetchMails,
  })
}

export const mailSettingsQuery = queryOptions({
  queryKey: ['mail-settings'],
  queryFn: () => request<ShownMailSettings>('GET', '/api/mail/settings'),
})

type SaveSettings = { values: MailSettings; version: number }

export function saveMailSettings({ values, version }: SaveSettings): Promise<ShownMailSettings> {
  return request<ShownMailSettings>('PUT', '/api/mail/settings', {
    body: values,
    headers: { 'If-Match': `"${version}"` },
  })
}

/** Sends an email to the user and waits for the mail server's response. */
export function useTestMail() {
  return useAction({
    send: () => request<TestedMail>('POST', '/api/mail/test'),
    failed: 'Failed to send the test email',
    refetch: 'nothing',
  })
}

/** `week`: the first day of the run's week. */
export function runMailsQuery(week: string) {
  return queryOptions({
    queryKey: [...MAILS, 'run', week],
    queryFn: () => request<StatementMails>('GET', `/api/settlements/run/mails?week=${week}`),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.statements.some(
        ({ mailState }) => mailState === 'queued' || mailState === 'sending',
      )
        ? WATCH_MS
        : false,
  })
}

export function statementMailQuery(billingId: number) {
  return queryOptions({
    queryKey: [...MAILS, 'statement', billingId],
    queryFn: () => request<StatementToMail>('GET', `/api/billing/${billingId}/mail`),
  })
}

export function useMailRun(week: string) {
  return useAction({
    send: () =>
      request<StatementMails & { queued: number }>('POST', '/api/settlements/run/mails', {
        body: { week },
      }),
    done: ({ queued }) => (queued === 1 ? 'Sending 1 statement' : `Sending ${queued} statements`),
    failed: 'Failed to email the statements',
    onFailure: refetchMails,
    refetch: refetchMails,
  })
}
