import { css } from '@emotion/react';
import { Link, useBlocker, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { type FormEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { useHasFeature } from '../../backend/connection.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { useIsSessionChecked, useMe } from '../../session/auth.ts';
import { useUpdateProfile } from '../../session/own-account.ts';
import { coverChat } from '../../stores/attention.ts';
import { Button, iconButtonStyle } from '../../ui/button.tsx';
import { checkForm, type Sentences } from '../../ui/check-form.ts';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { ArrowLeft } from '../../ui/icons/icons.ts';
import { hasModifier, isComposing, usePageKeys } from '../../ui/keys.ts';
import { Brand } from '../../ui/logo.tsx';
import { large, medium } from '../../ui/media.ts';
import { notify } from '../../ui/notify.ts';
import { flexRow } from '../../ui/styles.ts';
import { useFields } from '../../ui/use-fields.ts';
import { Question } from '../dialog.tsx';
import { PictureDay } from '../pictures/picture-day.tsx';
import { SessionCheckScreen } from '../session/session-gate.tsx';
import { AccountSection } from './account/account-section.tsx';
import { PictureEditor, PicturePicker, usePickedPicture } from './picture.tsx';
import { card } from './section.tsx';
import { PrivacySection } from './settings/privacy-section.tsx';
import { SettingsSection } from './settings/settings-section.tsx';
import { texts } from './texts.ts';

const SENTENCES: Record<'fullName' | 'bio', Sentences> = {
  fullName: { missing: texts.missing.fullName },
  bio: { missing: texts.missing.bio },
};

export function ProfileScreen() {
  const me = useMe();
  const { values, read, setProblems, field } = useFields({
    fullName: me.fullName,
    bio: me.bio ?? '',
  });
  const { picture, pick, drop, crop, setCrop, settle } = usePickedPicture();
  const canRemove = useHasFeature('removePicture');
  const [isRemoved, setIsRemoved] = useState(false);
  const current = isRemoved ? undefined : me.profilePic;
  const update = useUpdateProfile();
  /** Meanwhile nothing can be edited: the screen closes after it. */
  const [isSaving, setIsSaving] = useState(false);
  const hash = useLocation({ select: ({ hash }) => hash });
  useDocumentTitle(hash === 'settings' ? texts.settings : texts.page);
  useEffect(coverChat, []);
  const titleId = useId();
  const mainRef = useRef<HTMLElement>(null);
  // The focused element was removed with the chats; from here a screen reader announces the new screen.
  useEffect(() => {
    // A section that is named in the address takes the focus itself.
    if (!location.hash) mainRef.current?.focus({ preventScroll: true });
  }, []);

  const hasEdits =
    values.fullName !== me.fullName ||
    values.bio !== (me.bio ?? '') ||
    picture !== undefined ||
    isRemoved;
  const { isAsking, stay, leaveOrAsk, leaveWithoutAsking } = useLeave(hasEdits);
  usePageKeys((event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event)) return;
    // The same press would close the question that it opens.
    event.preventDefault();
    leaveOrAsk();
  });

  async function save({ fullName, bio }: typeof values) {
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
    const entered = read(event.currentTarget);
    if (checkForm(event.currentTarget, SENTENCES, setProblems)) void save(entered);
  }

  function handleBack(event: MouseEvent) {
    // With such a key the browser opens the chats in another window.
    if (hasModifier(event)) return;
    event.preventDefault();
    leaveOrAsk();
  }

  return (
    <main css={page} ref={mainRef} tabIndex={-1} aria-labelledby={titleId}>
      <Brand css={brand} />
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
      <Places />
      <div css={cards}>
        <div css={[card, columns]}>
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
              {...field('fullName')}
              label={texts.name}
              limit={LIMITS.fullName}
              placeholder={texts.namePlaceholder}
              autoComplete="name"
              dir="auto"
              readOnly={isSaving}
            />
            <TextAreaField
              {...field('bio')}
              label={texts.bio}
              rows={4}
              limit={LIMITS.bio}
              placeholder={texts.bioPlaceholder}
              readOnly={isSaving}
            />
            <Button type="submit" wide busy={isSaving}>
              {texts.save}
            </Button>
          </form>
        </div>
        <SettingsSection />
        <PrivacySection />
        <AccountSection />
      </div>
      {isAsking && (
        <Question
          title={texts.leave.title}
          stay={texts.leave.stay}
          go={texts.leave.leave}
          onGo={leaveWithoutAsking}
          onClose={stay}
          // It is asked while a step through the history is being undone: an entry for it could be lost.
          closesByBack={false}
        >
          <p>{texts.leave.text}</p>
        </Question>
      )}
    </main>
  );
}

/** Links to the sections, where there is room beside them. */
function Places() {
  const { email } = useMe();
  const canHide = useHasFeature('privacy');
  const canBlock = useHasFeature('block');
  const sections = [
    'settings' as const,
    ...(canHide || canBlock ? (['privacy'] as const) : []),
    ...(email === undefined ? [] : (['account'] as const)),
  ];
  return (
    <nav css={places} aria-label={texts.places}>
      {sections.map((id) => (
        <Link key={id} to="/profile" hash={id} replace>
          {texts[id]}
        </Link>
      ))}
    </nav>
  );
}

const page = css({
  position: 'relative',
  outline: 'none',
  minHeight: '100dvh',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  [medium]: {
    gridTemplateColumns: 'minmax(0, 760px)',
    justifyContent: 'center',
    padding: 'calc(var(--bar-h) + 2 * var(--gutter)) var(--s6) var(--s6)',
  },
  [large]: { gridTemplateColumns: '180px minmax(0, 760px)', columnGap: 'var(--s6)' },
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
/** On a phone the way back stays on the screen. */
const top = css({
  position: 'sticky',
  insetBlockStart: 0,
  zIndex: 'var(--z-sticky)',
  ...flexRow('var(--s1)'),
  minHeight: 56,
  paddingInline: 'var(--s4)',
  background: 'var(--sheet)',
  borderBlockEnd: '1px solid var(--line)',
  '& > h1': { font: 'var(--t-lg)', letterSpacing: 'var(--track-tight)' },
  [medium]: {
    position: 'static',
    marginBlockEnd: 'var(--s3)',
    paddingInline: 'var(--s8)',
    background: 'none',
    border: 0,
    '& > h1': { font: 'var(--t-xl)', letterSpacing: '-.02em' },
  },
  [large]: { gridColumn: 2 },
});
const back = css({ marginInlineStart: -10, color: 'var(--text)' });
const places = css({
  display: 'none',
  [large]: {
    position: 'sticky',
    insetBlockStart: 'var(--s6)',
    gridColumn: 1,
    alignSelf: 'start',
    display: 'grid',
    '& > a': {
      padding: 'var(--s2) var(--s3)',
      borderRadius: 'var(--r-m)',
      font: 'var(--t-md)',
      color: 'var(--text)',
      textDecoration: 'none',
    },
    '& > a:hover': { background: 'var(--hover)' },
  },
});
const cards = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 'var(--s2)',
  [medium]: { gap: 'var(--s4)' },
});
const columns = css({
  display: 'grid',
  gap: 'var(--s6)',
  [medium]: {
    gridTemplateColumns: 'minmax(0, 1fr) 232px',
    gap: 'var(--s12)',
    alignItems: 'center',
  },
});
const form = css({ display: 'grid', gap: 'var(--s5)' });

/** The profile, after the server has sent it: saving data of an earlier visit would undo later changes. */
export function CheckedProfile() {
  return useIsSessionChecked() ? <ProfileScreen /> : <SessionCheckScreen />;
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
    isAsking,
    stay: () => setIsAsking(false),
    leaveOrAsk: () => go(false),
    /** Without a question: edits are saved or discarded. */
    leaveWithoutAsking: () => go(true),
  };
}
