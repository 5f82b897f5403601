import { useMutation } from '@tanstack/react-query'
import { LANGUAGES } from '#core/languages.ts'
import { request } from '#web/api/client.ts'
import { useLanguage } from '#web/api/language.ts'
import { setUser } from '#web/api/session.ts'
import { describeError } from '#web/portal/loaded.tsx'
import { useMessages, usePortalUser } from '#web/portal/portal-user.ts'
import { Button } from '#web/ui/button.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'

/** Offers the other language, under its own name. The choice is stored with the person. */
export function LanguageSwitch() {
  const messages = useMessages()
  const user = usePortalUser()
  const shown = useLanguage()
  const other = LANGUAGES.find(({ value }) => value !== shown) ?? LANGUAGES[0]
  const { value: language } = other
  const change = useMutation({
    mutationFn: () => request('PUT', '/api/auth/language', { body: { language } }),
    onSuccess: () => setUser({ ...user, language }),
    onError: (error) => toastFailure(messages.language, describeError(error, messages)),
  })
  return (
    <Button
      variant="ghost"
      size="sm"
      lang={language}
      disabled={change.isPending}
      onClick={() => change.mutate()}
    >
      {other.label}
    </Button>
  )
}
