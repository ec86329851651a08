import type {Transport} from '@modelcontextprotocol/client';
import {McpServer} from '@modelcontextprotocol/server';
import {describe, expect, it} from 'vitest';
import type {InMemoryServer} from '../../../source/domain/server.ts';
import type {LocalChannel} from '../../../source/domain/server-ports.ts';
import {callEcho, open, openFailing} from './open-remote.ts';

const config: InMemoryServer = {
	name: 'inside',
	type: 'in-memory',
	connectTimeout: 10_000,
	requestTimeout: 10_000,
	retryAttempts: 0,
	loadTools: true,
	loadPrompts: true,
	excludeTools: [],
	disabled: false,
};

const echoServer = (): McpServer => {
	const server = new McpServer({name: 'inside', version: '1.0.0'});
	server.registerTool('echo', {}, async () => ({content: [{type: 'text', text: 'from within'}]}));
	return server;
};

const serve = (server: McpServer) => (channel: LocalChannel) => server.connect(channel as Transport);

describe('a server inside the process', () => {
	it('answers', async () => {
		const connection = await open(config, {serveLocally: serve(echoServer())});
		expect(connection.way.transport).toBe('in-memory');
		expect(await callEcho(connection)).toMatchObject({content: [{type: 'text', text: 'from within'}]});
	});

	it('can leave', async () => {
		const server = echoServer();
		const {transport} = await open(config, {serveLocally: serve(server)});
		await server.close();
		expect(transport.end()).toEqual({type: 'output-closed'});
	});

	it('is told when we leave', async () => {
		const server = echoServer();
		const {transport} = await open(config, {serveLocally: serve(server)});
		await transport.close();
		expect(transport.end()).toEqual({type: 'closed'});
		expect(server.isConnected()).toBe(false);
	});

	it('holds nobody up that never connects its end', async () => {
		const {trouble} = await openFailing(
			{...config, connectTimeout: 200},
			{
				serveLocally: () => new Promise<void>(() => {}),
			},
		);
		expect(trouble).toMatchObject({type: 'timed-out'});
	});

	it('is missing where nobody supplies it', async () => {
		const {failure} = await openFailing(config);
		expect(failure.message).toBe(
			'Server "inside" could not be started: this program has no server of that name.',
		);
	});

	it('may fail to start', async () => {
		const {failure} = await openFailing(config, {serveLocally: () => Promise.reject(new Error('no room'))});
		expect(failure.message).toContain('could not be started: no room');
	});
});
