import { css } from '@emotion/react';
import { Link, useBlocker, useNavigate, useRouter } from '@tanstack/react-router';
import { type FormEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { useHasFeature } from '../../backend/connection.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { useIsSessionChecked, useMe } from '../../session/auth.ts';
import { useUpdateProfile } from '../../session/own-account.ts';
import { coverChat } from '../../stores/attention.ts';
import { Button, iconButtonStyle } from '../../ui/button.tsx';
import { checkForm, type Problems, type Sentences } from '../../ui/check-form.ts';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { ArrowLeft } from '../../ui/icons/icons.ts';
import { isComposing, usePageKeys } from '../../ui/keys.ts';
import { Brand } from '../../ui/logo.tsx';
import { medium, mediumOnly } from '../../ui/media.ts';
import { notify } from '../../ui/notify.ts';
import { PictureDay } from '../pictures/picture-day.tsx';
import { Question } from '../question.tsx';
import { SessionCheckScreen } from '../session/session-gate.tsx';
import { AccountSection } from './account/account-section.tsx';
import { PictureEditor, PicturePicker, usePickedPicture } from './picture.tsx';
import { PrivacySection } from './settings/privacy-section.tsx';
import { SettingsSection } from './settings/settings-section.tsx';
import { texts } from './texts.ts';

const SENTENCES: Record<'fullName' | 'bio', Sentences> = {
  fullName: { missing: texts.missing.fullName },
  bio: { missing: texts.missing.bio },
};

/** The person's own name, bio and picture. */
export function ProfileScreen() {
  const me = useMe();
  const [fullName, setFullName] = useState(me.fullName);
  const [bio, setBio] = useState(me.bio ?? '');
  const [problems, setProblems] = useState<Problems>({});
  const { picture, pick, drop, crop, setCrop, settle } = usePickedPicture();
  const canRemove = useHasFeature('removePicture');
  const [isRemoved, setIsRemoved] = useState(false);
  const current = isRemoved ? undefined : me.profilePic;
  const update = useUpdateProfile();
  /** Meanwhile nothing can be edited: the screen closes after it. */
  const [isSaving, setIsSaving] = useState(false);
  useDocumentTitle(texts.page);
  useEffect(coverChat, []);
  const titleId = useId();
  const mainRef = useRef<HTMLElement>(null);
  // The focused element was removed with the chats; from here a screen reader announces the new screen.
  useEffect(() => {
    // The settings take the focus themselves.
    if (!location.hash) mainRef.current?.focus({ preventScroll: true });
  }, []);

  const hasEdits =
    fullName !== me.fullName || bio !== (me.bio ?? '') || picture !== undefined || isRemoved;
  const { isAsking, stay, leaveOrAsk, leaveWithoutAsking } = useLeave(hasEdits);
  usePageKeys((event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
    // The same press would close the question that it opens.
    event.preventDefault();
    leaveOrAsk();
  });

  async function save() {
    if (isSaving) return;
    setIsSaving(true);
    const profilePic = await settle().catch((error: Error) => {
      notify.error(error.message);
      return null;
    });
    if (profilePic === null) {
      setIsSaving(false);
      return;
    }
    update.mutate(
      {
        fullName: fullName.trim(),
        bio: bio.trim(),
        ...(profilePic && { profilePic }),
        ...(isRemoved && !profilePic && { removePicture: true }),
      },
      {
        onSuccess: leaveWithoutAsking,
        onSettled: () => setIsSaving(false),
      },
    );
  }

  /** Removes the shown picture: first the chosen one. */
  function findRemoval(): (() => void) | undefined {
    const isPicked = picture !== undefined;
    if (!isPicked && !(current && canRemove)) return undefined;
    return () => {
      if (isSaving) return;
      if (isPicked) drop();
      else setIsRemoved(true);
      // The button may be removed, and would lose the focus.
      mainRef.current?.focus({ preventScroll: true });
    };
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (checkForm(event.currentTarget, SENTENCES, setProblems)) void save();
  }

  function handleBack(event: MouseEvent) {
    // With such a key the browser opens the chats in another window.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    leaveOrAsk();
  }

  return (
    <main css={page} ref={mainRef} tabIndex={-1} aria-labelledby={titleId}>
      <Brand css={brand} />
      <div css={card}>
        <header css={top}>
          <Link
            to="/"
            css={[iconButtonStyle, back]}
            aria-label={texts.back}
            title={texts.back}
            onClick={handleBack}
          >
            <ArrowLeft size={20} />
          </Link>
          <h1 id={titleId}>{texts.title}</h1>
        </header>
        <div css={columns}>
          <PictureEditor
            current={current}
            picked={picture}
            crop={crop}
            onCrop={(next) => isSaving || setCrop(next)}
            onRemove={findRemoval()}
          />
          <form css={form} onSubmit={handleSubmit} noValidate>
            <PicturePicker onPick={pick} disabled={isSaving} />
            <PictureDay />
            <TextField
              label={texts.name}
              name="fullName"
              required
              limit={LIMITS.fullName}
              placeholder={texts.namePlaceholder}
              autoComplete="name"
              dir="auto"
              readOnly={isSaving}
              value={fullName}
              onChange={({ target }) => {
                setFullName(target.value);
                setProblems(({ fullName: _solved, ...others }) => others);
              }}
              problem={problems.fullName}
            />
            <TextAreaField
              label={texts.bio}
              name="bio"
              rows={4}
              required
              limit={LIMITS.bio}
              placeholder={texts.bioPlaceholder}
              readOnly={isSaving}
              value={bio}
              onChange={({ target }) => {
                setBio(target.value);
                setProblems(({ bio: _solved, ...others }) => others);
              }}
              problem={problems.bio}
            />
            <Button type="submit" wide busy={isSaving}>
              {texts.save}
            </Button>
          </form>
        </div>
        <SettingsSection />
        <PrivacySection />
        {me.email && (
          <div css={ownEmail}>
            <TextField label={texts.email} type="email" value={me.email} readOnly />
          </div>
        )}
        <AccountSection />
      </div>
      {isAsking && <LeaveQuestion onStay={stay} onLeave={leaveWithoutAsking} />}
    </main>
  );
}

const page = css({
  position: 'relative',
  outline: 'none',
  minHeight: '100dvh',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'center',
  alignContent: 'start',
  [medium]: { alignContent: 'center', padding: 'var(--s6)' },
  // There is no room for the wordmark beside the card, so it is above.
  [mediumOnly]: { paddingBlockStart: 'calc(var(--bar-h) + 2 * var(--gutter))' },
});
const brand = css({
  display: 'none',
  [medium]: {
    position: 'absolute',
    insetBlockStart: 'var(--gutter)',
    insetInlineStart: 'var(--s5)',
    display: 'flex',
    height: 'var(--bar-h)',
  },
});
const card = css({
  width: '100%',
  minHeight: '100dvh',
  padding: 'var(--s3) var(--s4) var(--s8)',
  background: 'var(--sheet)',
  [medium]: {
    minHeight: 0,
    maxWidth: 760,
    padding: 'var(--s6) var(--s8) var(--s8)',
    borderRadius: 24,
    boxShadow: 'var(--shadow-1)',
  },
});
const top = css({
  display: 'flex',
  alignItems: 'center',
  gap: 'var(--s1)',
  marginBlockEnd: 'var(--s5)',
  '& > h1': { font: 'var(--t-lg)', letterSpacing: 'var(--track-tight)' },
  [medium]: {
    marginBlockEnd: 'var(--s6)',
    '& > h1': { font: 'var(--t-xl)', letterSpacing: '-.02em' },
  },
});
const back = css({ marginInlineStart: -10, color: 'var(--text)' });
const columns = css({
  display: 'grid',
  gap: 'var(--s6)',
  [medium]: {
    gridTemplateColumns: 'minmax(0, 1fr) 232px',
    gap: 'var(--s12)',
    alignItems: 'center',
  },
});
const ownEmail = css({ marginBlockStart: 'var(--s6)' });
const form = css({ display: 'grid', gap: 'var(--s5)' });

/** The profile, after the server has sent it: saving data of an earlier visit would undo later changes. */
export function CheckedProfile() {
  return useIsSessionChecked() ? <ProfileScreen /> : <SessionCheckScreen />;
}

interface LeaveQuestionProps {
  onStay: () => void;
  onLeave: () => void;
}

/** Asks before edits are discarded. */
function LeaveQuestion({ onStay, onLeave }: LeaveQuestionProps) {
  return (
    <Question
      title={texts.leave.title}
      onClose={onStay}
      // It is asked while a step through the history is being undone: an entry for it could be lost.
      closesByBack={false}
      answers={
        <>
          <Button onClick={onStay}>{texts.leave.stay}</Button>
          <Button look="quiet" onClick={onLeave}>
            {texts.leave.leave}
          </Button>
        </>
      }
    >
      <p>{texts.leave.text}</p>
    </Question>
  );
}

/** Asks before any navigation that would discard edits (`hasEdits`). */
function useLeave(hasEdits: boolean) {
  const { history } = useRouter();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  useBlocker({
    disabled: !hasEdits,
    shouldBlockFn: ({ current, next }) => {
      // Things open over the editor have history entries too.
      const isLeaving = next.pathname !== current.pathname;
      if (isLeaving) setIsAsking(true);
      return isLeaving;
    },
  });

  /** Navigates to the chats without a history entry by which the system's Back would return to the editor. */
  function go(ignoreBlocker: boolean): void {
    // Within the app only the chats lead here.
    const { overlays = [] } = history.location.state;
    if (history.canGoBack()) history.go(-1 - overlays.length, { ignoreBlocker });
    else void navigate({ to: '/', replace: true, ignoreBlocker });
  }

  return {
    /** Whether the person is being asked. */
    isAsking,
    stay: () => setIsAsking(false),
    leaveOrAsk: () => go(false),
    /** Without a question: edits are saved or discarded. */
    leaveWithoutAsking: () => go(true),
  };
}
