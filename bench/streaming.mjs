import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {createAnswer, tokensOf} from './answers.mjs';
import {promptShows, startSession} from './session.mjs';

const rawWriter = fileURLToPath(new URL('raw-writer.mjs', import.meta.url));

/** Types a message and sends it as a person does: enter comes by itself, not in one piece with the text. */
export const submit = async (session, text) => {
	session.write(text);
	await session.waitFor(promptShows(text));
	await sleep(30);
	session.write('\r');
};

export const showsLine = mark => screen => screen.some(line => line.trim() === mark);

/** Cost of one streamed answer in a session that shows its prompt. */
export const measureAnswer = async (session, {answer, mark, prompt}) => {
	const cpuBefore = session.cpuSeconds();
	const bytesBefore = session.byteCount();
	await submit(session, prompt);
	await session.waitFor(showsLine(mark), {timeout: 600_000, what: mark});
	const thousands = tokensOf(answer).length / 1000;
	return {
		cpuPerThousand: (session.cpuSeconds() - cpuBefore) / thousands,
		bytesPerByte: (session.byteCount() - bytesBefore) / Buffer.byteLength(answer),
	};
};

/** The same stream written by a program that does nothing else. */
export const measureRawFloor = async ({home, pace, count}) => {
	const answer = createAnswer(count, 'RAWEND');
	const file = path.join(home.folder, 'raw-answer.md');
	writeFileSync(file, answer);
	const session = startSession([process.execPath, rawWriter, file, String(pace)], {home});
	await session.waitFor(screen => screen.some(line => line.startsWith('›')));
	const before = session.cpuSeconds();
	session.write('\r');
	await session.waitFor(showsLine('RAWEND'), {timeout: 600_000});
	const cpuPerThousand = (session.cpuSeconds() - before) / (tokensOf(answer).length / 1000);
	session.write('\r');
	await session.end();
	return {cpuPerThousand};
};
