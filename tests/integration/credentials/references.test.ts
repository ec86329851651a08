import {chmodSync, existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {resolveSecretReference} from '../../../source/core/credentials/resolve-reference.ts';
import {runSecretCommand} from '../../../source/core/credentials/secret-command.ts';
import {readSecretFile} from '../../../source/core/credentials/secret-file.ts';
import {watchSecrets} from '../../../source/domain/secret.ts';
import {isAlive} from '../../helpers/processes.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';
import {waitUntil} from '../../helpers/wait-until.ts';

const {signal} = new AbortController();
const canary = 'canary-90ab3e';

const writeSecret = (text: string | Buffer, mode = 0o600): string => {
	const file = join(createTemporaryFolder(), 'token');
	writeFileSync(file, text);
	chmodSync(file, mode);
	return file;
};

describe('a secret in a file', () => {
	it('is read without the line break at its end, and without another word', async () => {
		expect(await readSecretFile(writeSecret(`${canary}\n`), signal)).toEqual({text: canary});
		expect(await readSecretFile(writeSecret(`${canary}\r\n`), signal)).toEqual({text: canary});
		expect(await readSecretFile(writeSecret(` ${canary}\n\n`), signal)).toEqual({text: ` ${canary}\n`});
	});

	it.skipIf(process.platform === 'win32')('is read with a warning when others can read it', async () => {
		const file = writeSecret(canary, 0o644);
		expect(await readSecretFile(file, signal)).toEqual({
			text: canary,
			warning: `Other users of this machine can read the secret in ${file}: chmod 600 ${file}`,
		});
	});

	it('is not there when the file is not', async () => {
		expect(await readSecretFile(join(createTemporaryFolder(), 'nothing'), signal)).toBeUndefined();
	});

	it.each([
		['is empty', () => writeSecret('\n'), 'it is empty'],
		['is far too large', () => writeSecret(Buffer.alloc(70_000, 'x')), 'larger than 64 KB'],
		['is a folder', () => createTemporaryFolder(), 'it is not a file'],
	])('is refused when it %s', async (_, prepare, problem) => {
		const file = prepare();
		await expect(readSecretFile(file, signal)).rejects.toMatchObject({
			code: 'reference-failed',
			message: expect.stringContaining(problem),
		});
	});
});

const nodeCommand = (code: string): string => `'${process.execPath}' -e '${code}'`;

describe('a secret that a command prints', () => {
	it('is its output without the line break at its end', async () => {
		expect(await runSecretCommand(nodeCommand(`console.log("${canary}")`), signal)).toBe(canary);
	});

	it('is got without a shell', async () => {
		const trace = join(createTemporaryFolder(), 'trace');
		const print = nodeCommand('console.log(process.argv.slice(1).join(" "))');
		expect(await runSecretCommand(`${print} 'a;' "touch ${trace}" $HOME`, signal)).toBe(
			`a; touch ${trace} $HOME`,
		);
		for (const line of [`${print} a; touch ${trace}`, `${print} > ${trace}`, `${print} 'a`, ' ']) {
			await expect(runSecretCommand(line, signal)).rejects.toMatchObject({
				code: 'reference-failed',
				message: expect.stringContaining('cannot be understood'),
			});
		}
		expect(existsSync(trace)).toBe(false);
	});

	it('is not what it says beside that', async () => {
		const code = `console.error("noise"); console.log("${canary}")`;
		expect(await runSecretCommand(nodeCommand(code), signal)).toBe(canary);
	});

	it.each([
		[
			'fails',
			nodeCommand(`console.log("${canary}"); console.error("${canary}"); process.exit(3)`),
			'exit code 3',
		],
		['prints nothing', nodeCommand(''), 'it printed nothing'],
		['is not there', `nowhere-to-be-found ${canary}`, 'it was not found'],
		['prints without end', `yes ${canary}`, 'more than 64 KB'],
	])('is missing when it %s, which is said without its words', async (_, line, problem) => {
		const failure = await runSecretCommand(line, signal).catch((error: unknown) => error);
		expect(failure).toMatchObject({code: 'reference-failed', message: expect.stringContaining(problem)});
		expect(JSON.stringify([failure, String(failure)])).not.toContain(canary);
	});

	it('is not waited for too long, and nothing that it started is left', async () => {
		const file = join(createTemporaryFolder(), 'pid');
		const code = `const {spawn} = require("child_process"); const c = spawn("sleep", ["600"], {stdio: "inherit"}); require("fs").writeFileSync("${file}", String(c.pid))`;
		const ended = runSecretCommand(nodeCommand(code), signal, 1500);
		await expect(ended).rejects.toMatchObject({message: expect.stringContaining('took too long')});
		const pid = Number(readFileSync(file, 'utf8'));
		await waitUntil(() => !isAlive(pid));
	});

	it('cannot read what the user types', async () => {
		const code = 'process.stdin.resume().on("end", () => console.log("ended"))';
		expect(await runSecretCommand(nodeCommand(code), signal)).toBe('ended');
	});

	it('is not waited for after an abort', async () => {
		const controller = new AbortController();
		const waiting = runSecretCommand('sleep 600', controller.signal);
		controller.abort();
		await expect(waiting).rejects.toThrow(expect.objectContaining({name: 'AbortError'}));
	});
});

describe('a reference', () => {
	it('is filled in with what is then known to be a secret', async () => {
		const learned: string[] = [];
		onTestFinished(watchSecrets(text => learned.push(text)));
		const warnings: string[] = [];
		const file = writeSecret(`${canary}\n`, 0o644);
		const resolve = (type: 'file' | 'command', name: string) =>
			resolveSecretReference({type, name}, signal, sentence => warnings.push(sentence));
		expect(await resolve('file', file)).toBe(canary);
		expect(await resolve('command', `cat ${file}`)).toBe(canary);
		expect(await resolve('file', `${file}.gone`)).toBeUndefined();
		expect(learned).toEqual([canary, canary]);
		expect(warnings).toHaveLength(process.platform === 'win32' ? 0 : 1);
	});
});
