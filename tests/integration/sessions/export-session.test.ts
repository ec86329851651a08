import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {exportPath} from '../../../source/domain/export-path.ts';
import {createShelf, turnOf} from '../../helpers/shelf-of-sessions.ts';
import {createTemporaryFolder} from '../../helpers/temporary-folder.ts';

const {signal} = new AbortController();

describe('an export', () => {
	const hostile = '<script>alert(1)</script> & "quoted" \u001B]0;title\u0007 \u009B31m ``` </pre>';

	it('escapes hostile text in HTML, which neither loads nor runs anything', async () => {
		const home = createTemporaryFolder();
		const {shelf, put} = createShelf(home);
		put('one', turnOf(hostile, hostile, `![x](http://127.0.0.1/x.png) ${hostile}`));
		const end = await shelf.export(
			{sessionId: 'one', format: 'html', path: 'out.html', mayReplace: false},
			signal,
		);
		expect(end).toEqual({type: 'written', path: join(home, 'out.html')});
		const html = readFileSync(join(home, 'out.html'), 'utf8');
		expect(html).not.toMatch(/<script|<img|<\/pre> |\u001B|\u009B/);
		expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quoted&quot;');
		expect(html).toContain("default-src 'none'");
		expect(statSync(join(home, 'out.html')).mode & 0o777).toBe(0o600);
	});

	it('is readable Markdown whose fences nothing in a result closes', async () => {
		const home = createTemporaryFolder();
		const {shelf, put} = createShelf(home);
		put('one', turnOf('# Question', `before\n\`\`\`\`\n# forged\n${hostile}`, 'An **answer**.'));
		await shelf.export({sessionId: 'one', format: 'markdown', path: 'out.md', mayReplace: false}, signal);
		const text = readFileSync(join(home, 'out.md'), 'utf8');
		expect(text.split('\n')[0]).toBe('# \\# Question');
		expect(text).toContain('`````\nbefore\n````\n# forged');
		expect(text).toContain('### files: read (succeeded, 0.5 s)');
		expect(text).toContain('An **answer**.');
		expect(text).not.toMatch(/[\u001B\u009B]/);
	});

	it('is JSON with every entry, and without a byte that acts on a terminal', async () => {
		const home = createTemporaryFolder();
		const {shelf, put} = createShelf(home);
		put('one', [...turnOf('q', hostile, 'a'), {type: 'session-renamed', at: 9000, name: 'Garden'}]);
		await shelf.export({sessionId: 'one', format: 'json', path: 'out.json', mayReplace: false}, signal);
		const text = readFileSync(join(home, 'out.json'), 'utf8');
		expect(text).not.toMatch(/[\u001B\u009B]/);
		expect(JSON.parse(text)).toMatchObject({
			sessionId: 'one',
			title: 'Garden',
			totals: {messages: 1, calls: 1},
			entries: [
				{type: 'user', text: 'q'},
				{type: 'call', text: hostile},
				{type: 'answer', text: 'a'},
			],
		});
	});

	it('never replaces a file unless that is allowed, and then whole', async () => {
		const home = createTemporaryFolder();
		const {shelf, put} = createShelf(home);
		put('one', turnOf('q', 'r', 'a'));
		const path = join(home, 'mine.md');
		writeFileSync(path, 'precious');
		const request = {sessionId: 'one', format: 'markdown', path} as const;
		expect(await shelf.export({...request, mayReplace: false}, signal)).toEqual({type: 'exists', path});
		expect(readFileSync(path, 'utf8')).toBe('precious');
		expect(await shelf.export({...request, sessionId: 'gone', mayReplace: true}, signal)).toMatchObject({
			type: 'failed',
		});
		expect(readFileSync(path, 'utf8')).toBe('precious');
		expect(await shelf.export({...request, mayReplace: true}, signal)).toEqual({type: 'written', path});
		expect(readFileSync(path, 'utf8')).toContain('# q');
		expect(readdirSync(home).toSorted()).toEqual(['mine.md', 'sessions']);
		const nowhere = {...request, path: join(home, 'no', 'such.md'), mayReplace: false};
		expect(await shelf.export(nowhere, signal)).toMatchObject({
			type: 'failed',
			failure: {hint: 'Check that the folder exists.'},
		});
	});

	it('has a name that means nothing to a shell or a path, whatever the title is', async () => {
		const session = {sessionId: 'one', file: '', size: 0, modified: 0, isEmpty: false};
		expect(exportPath({...session, title: '../../$(rm -rf ~) Grüße; x'}, 'markdown')).toBe(
			'./rm-rf-grüße-x-1970-01-01.md',
		);
		expect(exportPath({...session, title: '...'}, 'html')).toBe('./one-1970-01-01.html');
	});
});
