/** The controls of the fault lab: they write an address, and the address determines the faults. */
import { css } from '@emotion/react';
import { type FormEvent, useState } from 'react';
import { isContractOnly, setContractOnly } from '../../stores/contract-only.ts';
import { CopyButton } from '../copy-button.tsx';
import { texts } from '../texts.ts';
import { FAULT_NAMES, type Faults, maxOf, PRESETS, readFaults, writeFaults } from './fault-plan.ts';
import { getInstalledFaults, playLab, stopLab, useTallies } from './install.ts';

const panel = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 24,
  padding: '4px 8px',
  '& form': { display: 'grid', gap: 6 },
  '& label': { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 16 },
  '& input[type=number]': { inlineSize: 96 },
  '& menu': { display: 'flex', gap: 8, margin: 0, padding: 0 },
});

export function LabPanel() {
  const lab = getInstalledFaults();
  const tallies = Object.entries(useTallies());
  const [faults, setFaults] = useState<Faults>(lab?.faults ?? {});

  function handleSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setContractOnly(data.has('contractOnly'));
    playLab(addressOf(data));
  }

  return (
    <div css={panel}>
      <form onSubmit={handleSubmit}>
        <menu>
          {Object.entries(PRESETS).map(([name, preset]) => (
            <button key={name} type="button" onClick={() => setFaults(preset)}>
              {Reflect.get(texts.presets, name)}
            </button>
          ))}
        </menu>
        <label>
          <span>{texts.seed}</span>
          <input type="number" name="seed" defaultValue={lab?.seed ?? 1} step={1} />
        </label>
        {FAULT_NAMES.map((name) => (
          <label key={name}>
            <span>{texts.faults[name]}</span>
            <input
              type="number"
              name={name}
              min={0}
              max={maxOf(name)}
              step={name === 'latencyMs' ? 10 : 0.01}
              value={faults[name] ?? 0}
              onChange={({ target }) =>
                setFaults((before) => ({ ...before, [name]: target.valueAsNumber }))
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
          <CopyButton
            label={texts.copy}
            getText={(form) => (form ? linkOf(new FormData(form)) : '')}
          />
        </menu>
      </form>
      <ul role="status">
        {tallies.map(([kind, count]) => (
          <li key={kind}>{`${kind}: ${count}`}</li>
        ))}
      </ul>
    </div>
  );
}

const linkOf = (data: FormData): string =>
  `${location.origin}${location.pathname}${addressOf(data)}`;

/** The field names are those of the address. */
function addressOf(data: FormData): string {
  const params = new URLSearchParams([...data].map(([name, value]) => [name, String(value)]));
  return writeFaults(readFaults(`#lab?${params}`) ?? { faults: {}, seed: 0 });
}
