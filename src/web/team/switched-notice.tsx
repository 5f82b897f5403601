import { messageOf, useAccountTexts } from '#web/accounts/messages/use-texts.ts'
import { useLanguage } from '#web/api/language.ts'
import { setUser, type Session } from '#web/api/session.ts'
import { leaveFor } from '#web/api/leave.ts'
import { postAccount } from '#web/api/switch-account.tsx'
import { useAction } from '#web/api/use-action.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toastFailure } from '#web/ui/overlays/toast.tsx'
import { noticeTexts } from './notice-texts.ts'

type SwitchedNoticeProps = { session: Extract<Session, { state: 'switched' }> }

/** Shown after another tab switched to another account or person: this page must not save there. Nothing typed is lost. */
export function SwitchedNotice({ session: { user, to } }: SwitchedNoticeProps) {
  const { switched } = noticeTexts[useLanguage()]
  const isOwn = user.id === to.id
  return (
    <Dialog
      open
      title={isOwn ? switched.title : switched.otherPerson}
      description={
        isOwn
          ? switched.byYou(user.account.name, to.account.name)
          : switched.byOther(user.account.name, to.email)
      }
      onOpenChange={() => undefined}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant={isOwn ? 'secondary' : 'primary'} onClick={leaveFor('/')}>
          {switched.open(to.account.name)}
        </Button>
        {isOwn && <SwitchBack id={user.account.id} name={user.account.name} />}
      </div>
    </Dialog>
  )
}

function SwitchBack({ id, name }: { id: string; name: string }) {
  const texts = useAccountTexts()
  const { switched } = noticeTexts[useLanguage()]
  const back = useAction({
    send: () => postAccount(id),
    failed: (error) => toastFailure(switched.failed, messageOf(error, texts)),
    onDone: setUser,
    refetch: 'nothing',
  })
  return (
    <Button disabled={back.busy} onClick={() => back.run()}>
      {switched.back(name)}
    </Button>
  )
}
