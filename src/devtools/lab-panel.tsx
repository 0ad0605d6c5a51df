/** The controls of the fault lab: they write an address, and the address determines the faults. */
import { css } from '@emotion/react';
import { type FormEvent, useState } from 'react';
import { isContractOnly, setContractOnly } from '../stores/contract-only.ts';
import { stopLab } from './lab/badge.ts';
import { getLab, playLab, useTallies } from './lab/install.ts';
import {
  maxOf,
  PRESETS,
  readForecast,
  WEATHER_NAMES,
  type Weather,
  writeForecast,
} from './lab/weather.ts';
import { texts } from './texts.ts';

const panel = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 24,
  padding: '4px 8px',
  '& form': { display: 'grid', gap: 6 },
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
  const [weather, setWeather] = useState<Weather>(lab?.weather ?? {});
  const [isCopied, setIsCopied] = useState(false);
  const canCopy = 'clipboard' in navigator;

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setContractOnly(data.has('contractOnly'));
    playLab(addressOf(data));
  }

  async function handleCopy(form: HTMLFormElement | null): Promise<void> {
    if (!form) return;
    const { origin, pathname } = location;
    await navigator.clipboard.writeText(`${origin}${pathname}${addressOf(new FormData(form))}`);
    setIsCopied(true);
  }

  return (
    <div css={panel}>
      <form onSubmit={handleSubmit}>
        <menu>
          {Object.entries(PRESETS).map(([name, preset]) => (
            <button key={name} type="button" onClick={() => setWeather(preset)}>
              {Reflect.get(texts.presets, name)}
            </button>
          ))}
        </menu>
        <label>
          <span>{texts.seed}</span>
          <input type="number" name="seed" defaultValue={lab?.seed ?? 1} step={1} />
        </label>
        {WEATHER_NAMES.map((name) => (
          <label key={name}>
            <span>{texts.weather[name]}</span>
            <input
              type="number"
              name={name}
              min={0}
              max={maxOf(name)}
              step={name === 'latencyMs' ? 10 : 0.01}
              value={weather[name] ?? 0}
              onChange={({ target }) =>
                setWeather((before) => ({ ...before, [name]: target.valueAsNumber }))
              }
            />
          </label>
        ))}
        <label>
          <span>{texts.contractOnly}</span>
          <input type="checkbox" name="contractOnly" defaultChecked={isContractOnly()} />
        </label>
        <menu>
          <button type="submit">{texts.play}</button>
          {lab && (
            <button type="button" onClick={stopLab}>
              {texts.stop}
            </button>
          )}
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
      {lab && <Tallies seed={lab.seed} />}
    </div>
  );
}

function Tallies({ seed }: { seed: number }) {
  const tallies = Object.entries(useTallies());
  const sum = tallies.reduce((total, [, count]) => total + count, 0);
  return (
    <div role="status">
      <p>{texts.badge(seed, sum)}</p>
      <ul>
        {tallies.map(([kind, count]) => (
          <li key={kind}>{`${kind}: ${count}`}</li>
        ))}
      </ul>
    </div>
  );
}

/** The field names are those of the address. */
function addressOf(data: FormData): string {
  const params = new URLSearchParams();
  for (const [name, value] of data) if (typeof value === 'string') params.set(name, value);
  return writeForecast(readForecast(`#lab?${params}`) ?? { weather: {}, seed: 0 });
}
