import {mkdirSync, truncateSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {describeGaps, readCassette} from '../../../source/core/cassettes/read-cassette.ts';
import {readRecord} from '../../../source/core/cassettes/record-shape.ts';
import {mustRead} from '../../helpers/cassettes.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const header = '{"type":"cassette","format":1,"program":"mcp-tui 1.0.0","recordedAt":""}';
const note = '{"type":"note","at":0,"server":"one","connection":1,"text":"hello"}';

const write = (...lines: readonly string[]): string => {
	const file = join(createTemporaryFolder(), 'cassette.jsonl');
	writeFileSync(file, lines.join('\n'));
	return file;
};

const refusalOf = async (file: string): Promise<string | undefined> => {
	const read = await readCassette(file, new AbortController().signal);
	return read.type === 'refused' ? read.failure.message : undefined;
};

describe('reading a cassette', () => {
	it('reads everything before the half line that a kill leaves', async () => {
		const cassette = await mustRead(write(header, note, note.slice(0, 30)));
		expect(cassette.records).toHaveLength(1);
		expect(cassette.damaged).toBe(1);
		expect(describeGaps(cassette)).toBe(
			`Not everything in ${cassette.file} is played: 1 line cannot be read. Calls may be missing.`,
		);
	});

	it('passes over kinds of lines that it does not know, and counts them', async () => {
		const cassette = await mustRead(
			write(header, '{"type":"smell","at":1}', '{"type":"smell","at":2}', note, ''),
		);
		expect(cassette).toMatchObject({unknown: 2, damaged: 0, records: [{type: 'note', text: 'hello'}]});
		expect(describeGaps(cassette)).toContain('2 lines of a kind that this version does not know');
	});

	it('counts a known kind that lacks something as damaged', async () => {
		const cassette = await mustRead(write(header, '{"type":"note","at":0}', 'null', '[]', note));
		expect(cassette).toMatchObject({unknown: 0, damaged: 3});
		expect(cassette.records).toHaveLength(1);
	});

	it('says nothing about a cassette that is whole', async () => {
		expect(describeGaps(await mustRead(write(header, note, '')))).toBeUndefined();
	});

	it('refuses a later format instead of playing it wrong', async () => {
		const file = write('{"type":"cassette","format":2,"program":"mcp-tui 9.0.0"}', note);
		expect(await refusalOf(file)).toBe(
			`${file} was recorded by mcp-tui 9.0.0 in format 2; this version reads format 1.`,
		);
	});

	it('refuses what is no cassette', async () => {
		const folder = createTemporaryFolder();
		mkdirSync(join(folder, 'folder.jsonl'));
		expect(await refusalOf(write('turns: []'))).toContain('is not a cassette');
		expect(await refusalOf(write(note, header))).toContain('is not a cassette');
		expect(await refusalOf(write(''))).toContain('is empty');
		expect(await refusalOf(join(folder, 'folder.jsonl'))).toContain('is not a regular file');
		const large = write(header, note);
		truncateSync(large, 64 * 1024 * 1024 + 1);
		expect(await refusalOf(large)).toBe(`${large} is larger than any cassette that can be played (64 MiB).`);
		expect(await refusalOf(join(folder, 'none.jsonl'))).toContain('ENOENT');
	});

	it('never throws, whatever a line is', () => {
		const line = fc.oneof(
			fc.string(),
			fc.json(),
			fc
				.record({
					type: fc.constantFrom('model', 'request', 'answer', 'server', 'sent', 'received', 'note'),
					at: fc.jsonValue(),
					event: fc.jsonValue(),
					message: fc.jsonValue(),
				})
				.map(value => JSON.stringify(value)),
		);
		fc.assert(
			fc.property(line, text => {
				expect(['record', 'unknown', 'damaged']).toContain(readRecord(text).type);
			}),
			{numRuns: 300},
		);
	});
});
