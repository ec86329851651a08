import {appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createPromptHistory} from '../../../source/core/sessions/prompt-history.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

const plain = (text: string): string => text;

describe('what was sent before', () => {
	it('is kept in order, in a file of the user alone', async () => {
		const file = join(createTemporaryFolder(), 'data', 'history.jsonl');
		const history = createPromptHistory(file, plain);
		expect(await history.load()).toEqual([]);
		await history.append('one');
		await history.append('two\nlines');
		expect(await createPromptHistory(file, plain).load()).toEqual(['one', 'two\nlines']);
		expect(statSync(file).mode & 0o777).toBe(0o600);
	});

	it('survives damaged lines, and a torn one takes no other with it', async () => {
		const file = join(createTemporaryFolder(), 'history.jsonl');
		const history = createPromptHistory(file, plain);
		await history.append('one');
		appendFileSync(file, 'nonsense\n{"text":5}\n{"text":"to');
		await history.append('two');
		expect(await history.load()).toEqual(['one', 'two']);
	});

	it('loses nothing when several write at once', async () => {
		const file = join(createTemporaryFolder(), 'history.jsonl');
		const texts = Array.from({length: 12}, (_, index) => `message ${index}`);
		await Promise.all(texts.map(text => createPromptHistory(file, plain).append(text)));
		expect((await createPromptHistory(file, plain).load()).toSorted()).toEqual(texts.toSorted());
	});

	it('is bounded to the newest', async () => {
		const file = join(createTemporaryFolder(), 'history.jsonl');
		const lines = Array.from({length: 1500}, (_, index) => `${JSON.stringify({text: `${index}`})}\n`);
		writeFileSync(file, lines.join(''));
		const loaded = await createPromptHistory(file, plain).load();
		expect(loaded).toHaveLength(1000);
		expect(loaded.at(-1)).toBe('1499');
		await waitUntil(() => readFileSync(file, 'utf8').split('\n').length === 1001);
	});

	it('holds no secret that is known, and no message that would push out all others', async () => {
		const file = join(createTemporaryFolder(), 'history.jsonl');
		const history = createPromptHistory(file, text => text.replaceAll('hunter2hunter2', '••••'));
		await history.append('my key is hunter2hunter2');
		await history.append('x'.repeat(100_000));
		expect(await history.load()).toEqual(['my key is ••••']);
	});

	it('disturbs nobody when it cannot be written', async () => {
		const file = join(createTemporaryFolder(), 'history.jsonl');
		mkdirSync(file);
		const history = createPromptHistory(file, plain);
		await history.append('one');
		expect(await history.load()).toEqual([]);
	});
});
