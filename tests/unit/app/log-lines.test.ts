import {describe, expect, it} from 'vitest';
import {createLogLines} from '../../../source/app/log-lines.ts';
import type {LogLevel, ServerNotice} from '../../../source/domain/server-request.ts';
import {createAppHarness} from '../../helpers/app-harness.ts';
import {hostile} from '../../helpers/ui-samples.ts';

const setUp = () => {
	const harness = createAppHarness();
	const notice = (noticed: ServerNotice, server = 'files'): void =>
		harness.app.report({type: 'server-noticed', server, notice: noticed});
	return {
		...harness,
		notice,
		log: (level: LogLevel, data: string, server?: string) => notice({type: 'logged', level, data}, server),
		lines: () => [...harness.app.getState().items].map(item => (item.type === 'notice' ? item.text : '')),
	};
};

describe('what a server logs', () => {
	it('is a line of the transcript from warning on', () => {
		const {log, lines} = setUp();
		for (const level of ['debug', 'info', 'notice', 'warning', 'error'] as const) log(level, `a ${level}`);
		expect(lines()).toEqual(['files: warning: a warning', 'files: error: a error']);
	});

	it('has the tone of its level and the name of its logger', () => {
		const {log, notice, app, lines} = setUp();
		log('warning', 'low');
		notice({type: 'logged', level: 'critical', logger: 'db', data: 'gone'});
		expect(lines()).toEqual(['files: warning: low', 'files (db): critical: gone']);
		expect([...app.getState().items].map(item => (item.type === 'notice' ? item.tone : ''))).toEqual([
			'warning',
			'error',
		]);
	});

	it('is cut only when nothing secret is in it any more', () => {
		const secret = 'hunter2-hunter2';
		const redact = (notice: ServerNotice): ServerNotice =>
			JSON.parse(JSON.stringify(notice).replaceAll(secret, '•••'));
		const lineOf = createLogLines(() => 0, redact);
		const logger = `${'x'.repeat(52)}${secret}`;
		const line = lineOf('files', {
			type: 'logged',
			level: 'error',
			logger,
			data: `${'y'.repeat(215)}${secret}`,
		});
		expect(JSON.stringify(line)).toContain('•••');
		expect(JSON.stringify(line)).not.toContain('hunter2');
	});

	it('is shown at a grave level however much was said at others', () => {
		const {log, lines} = setUp();
		for (let index = 0; index < 50; index += 1) log('warning', `${index}`);
		for (let index = 0; index < 50; index += 1) log('error', `${index}`);
		log('emergency', 'first');
		log('emergency', 'second');
		expect(lines().slice(-2)).toEqual(['files: emergency: first', 'files: emergency: second']);
	});

	it('is kept whatever its level, the last 200 of each server', () => {
		const {log, app} = setUp();
		for (let index = 0; index < 1000; index += 1) log('debug', `${index}`);
		log('info', 'another', 'other');
		const kept = app.getState().logs.get('files') ?? [];
		expect(kept).toHaveLength(200);
		expect(kept[0]?.notice).toMatchObject({data: '800'});
		expect(app.getState().logs.get('other')).toHaveLength(1);
	});

	it('is shown a few times and then not for a while, for each server', () => {
		const {log, lines, clock} = setUp();
		for (let index = 0; index < 50; index += 1) log('error', `${index}`);
		expect(lines()).toHaveLength(5);
		expect(lines().at(-1)).toBe('files: error: 4 (more like this is not shown for a while)');
		log('error', 'mine', 'other');
		expect(lines()).toHaveLength(6);
		clock.advance(10_000);
		log('error', 'again');
		expect(lines().at(-1)).toBe('files: error: again');
	});

	it('is counted where it is the same again', () => {
		const {log, lines} = setUp();
		for (let index = 0; index < 150; index += 1) log('error', 'disk full');
		log('error', 'other');
		expect(lines()).toEqual([
			'files: error: disk full',
			'files: error: disk full (10 times)',
			'files: error: disk full (100 times)',
			'files: error: other',
		]);
	});

	it('is one clean line, whatever is in it', () => {
		const {log, notice, lines} = setUp();
		log('error', `${hostile}one\ntwo ${'x'.repeat(100_000)}`);
		notice({type: 'logged', level: 'alert', data: {why: ['disk', 'full']}});
		const [first = '', second] = lines();
		expect(first.length).toBeLessThan(400);
		expect(first).not.toMatch(/[\u0000-\u001f]/);
		expect(second).toBe('files: alert: {"why":["disk","full"]}');
	});

	it('says when a server misbehaves, and nothing about what is ordinary', () => {
		const {notice, lines} = setUp();
		notice({type: 'misbehaved', message: 'left out 3 of its messages'});
		notice({type: 'resource-updated', uri: 'file:///a'});
		notice({type: 'catalogue-changed'});
		expect(lines()).toEqual(['files: left out 3 of its messages']);
	});

	it('is never saved', () => {
		const {log, saved} = setUp();
		log('error', 'secret');
		expect(JSON.stringify(saved)).not.toContain('secret');
	});
});
