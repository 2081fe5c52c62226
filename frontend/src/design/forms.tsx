import { Heart } from 'lucide-react';
import { useState } from 'react';
import { t } from '../texts/index.js';
import { ComboBox } from '../ui/combo-box.js';
import { PasswordField } from '../ui/password-field.js';
import { SearchField } from '../ui/search-field.js';
import { Tabs } from '../ui/tabs.js';
import { TextArea } from '../ui/text-area.js';
import { TextField } from '../ui/text-field.js';
import { Choice, Choices, Switch } from '../ui/toggle.js';
import { Piece } from './piece.js';

const nothing = (): void => undefined;

export function Fields() {
  const [text, setText] = useState(t('common.memories'));
  return (
    <>
      <Piece name="text-field">
        <TextField label={t('common.email')} />
        <TextField label={t('common.email')} value={text} onChange={setText} description={t('common.loading')} />
        <TextField label={t('common.email')} error={t('common.failed')} />
        <TextField label={t('common.email')} isDisabled />
      </Piece>
      <Piece name="password-field">
        <PasswordField label={t('common.password')} />
        <PasswordField label={t('common.password')} error={t('common.failed')} />
      </Piece>
      <Piece name="text-area">
        <TextArea label={t('common.message')} limit={200} />
        <TextArea label={t('common.message')} error={t('common.failed')} />
      </Piece>
      <Piece name="search-field">
        <SearchField label={t('common.chat')} value="" onChange={nothing} />
        <SearchField label={t('common.chat')} value={text} onChange={setText} />
      </Piece>
      <Piece name="combo-box">
        <ComboBox
          label={t('common.memories')}
          options={[{ id: 'one', label: t('common.photo') }]}
          value="one"
          onChange={nothing}
        />
      </Piece>
    </>
  );
}

export function Choosing() {
  const options = [
    { value: 'a', label: t('common.photo') },
    { value: 'b', label: t('common.video') },
  ];
  const signed = options.map((option) => ({ ...option, sign: <Heart size={18} aria-hidden /> }));
  const [isOn, setOn] = useState(true);
  const [one, setOne] = useState('a');
  const [many, setMany] = useState<string[]>(['a']);
  return (
    <>
      <Piece name="toggle">
        <Switch
          label={t('common.notifications')}
          description={t('common.dailyQuestion')}
          isSelected={isOn}
          onChange={setOn}
        />
        <Switch label={t('common.notifications')} isSelected={isOn} onChange={setOn} isDisabled />
        <Choice label={t('common.message')} options={options} value={one} onChange={setOne} />
        <Choice label={t('common.message')} options={options} value={one} onChange={setOne} isDisabled />
        <Choice label={t('common.message')} options={signed} value={one} onChange={setOne} />
        <Choices label={t('common.message')} options={options} values={many} onChange={setMany} />
      </Piece>
      <Piece name="tabs">
        <Tabs
          label={t('common.chat')}
          items={[
            { id: 'a', label: t('common.photo'), content: t('common.photo') },
            { id: 'b', label: t('common.video'), content: t('common.video') },
            { id: 'c', label: t('common.voiceNote'), content: t('common.voiceNote') },
          ]}
        />
      </Piece>
    </>
  );
}
