/** The controls of the fault lab: they write an address, and the address determines the faults. */
import { css } from '@emotion/react';
import { type FormEvent, useState } from 'react';
import { isContractOnly, setContractOnly } from '../stores/contract-only.ts';
import { getLab } from './lab/install.ts';
import { maxOf, readForecast, WEATHER_NAMES, writeForecast } from './lab/weather.ts';
import { texts } from './texts.ts';

const panel = css({
  position: 'fixed',
  // The other devtools open from below.
  insetBlockStart: 0,
  insetInlineStart: '50%',
  transform: 'translateX(-50%)',
  zIndex: 99_999,
  maxBlockSize: '80vh',
  overflow: 'auto',
  padding: '8px 12px',
  border: '1px solid var(--line)',
  borderEndStartRadius: 'var(--r-m)',
  borderEndEndRadius: 'var(--r-m)',
  background: 'var(--raised)',
  color: 'var(--text)',
  font: 'var(--t-sm)',
  '& form': { display: 'grid', gap: 6, marginBlockStart: 8 },
  '& label': { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 16 },
  '& input[type=number]': { inlineSize: 96 },
  '& menu': { display: 'flex', gap: 8, margin: 0, padding: 0 },
  '& button': {
    padding: '4px 12px',
    borderRadius: 'var(--r-s)',
    border: '1px solid var(--control)',
  },
});

export function LabPanel() {
  const lab = getLab();
  const [isCopied, setIsCopied] = useState(false);
  const canCopy = 'clipboard' in navigator;

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setContractOnly(data.has('contractOnly'));
    location.hash = addressOf(data);
    location.reload();
  }

  async function handleCopy(form: HTMLFormElement | null): Promise<void> {
    if (!form) return;
    const { origin, pathname } = location;
    await navigator.clipboard.writeText(`${origin}${pathname}${addressOf(new FormData(form))}`);
    setIsCopied(true);
  }

  return (
    <details css={panel} open={lab !== undefined}>
      <summary>{texts.title(lab?.seed)}</summary>
      <form onSubmit={handleSubmit}>
        <label>
          {texts.seed}
          <input type="number" name="seed" defaultValue={lab?.seed ?? 1} step={1} />
        </label>
        {WEATHER_NAMES.map((name) => (
          <label key={name}>
            {texts.weather[name]}
            <input
              type="number"
              name={name}
              min={0}
              max={maxOf(name)}
              step={name === 'latencyMs' ? 10 : 0.01}
              defaultValue={lab?.weather[name] ?? 0}
            />
          </label>
        ))}
        <label>
          {texts.contractOnly}
          <input type="checkbox" name="contractOnly" defaultChecked={isContractOnly()} />
        </label>
        <menu>
          <button type="submit">{texts.play}</button>
          <button
            type="button"
            disabled={!canCopy}
            title={canCopy ? undefined : texts.copyNeedsHttps}
            onClick={(event) => void handleCopy(event.currentTarget.form)}
          >
            {isCopied ? texts.copied : texts.copy}
          </button>
        </menu>
      </form>
    </details>
  );
}

/** The field names are those of the address. */
function addressOf(data: FormData): string {
  const params = new URLSearchParams();
  for (const [name, value] of data) if (typeof value === 'string') params.set(name, value);
  return writeForecast(readForecast(`#lab?${params}`) ?? { weather: {}, seed: 0 });
}
