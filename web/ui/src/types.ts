// What GET /api/v1/events sends: messages of proto/mars/v1/service.proto as JSON. Zero values are left out, 64-bit integers are strings.

export interface Band {
	name?: string;
	slots?: number;
	slotsUsed?: number;
	queued?: number;
}

export interface ClusterNode {
	address?: string;
	role?: string;
	state?: string;
	bands?: Band[];
	cores?: number;
	coresUsed?: number;
	memoryBytes?: string;
	memoryUsedBytes?: string;
	storedBytes?: string;
	spilledBytes?: string;
	started?: string;
	seen?: string;
	version?: string;
}

export interface Session {
	sessionId?: string;
	client?: string;
	created?: string;
	used?: string;
	tasks?: number;
	storedBytes?: string;
	closed?: boolean;
}

export interface Problem {
	kind?: string;
	message?: string;
	site?: string;
	op?: string;
	where?: string;
	trace?: string;
}

export interface NodeProgress {
	node?: string;
	op?: string;
	site?: string;
	inputs?: number[];
	subtasks?: number;
	subtasksDone?: number;
}

export interface Task {
	taskId?: string;
	sessionId?: string;
	state?: string;
	progress?: number;
	subtasks?: number;
	subtasksDone?: number;
	subtasksRunning?: number;
	subtasksRetried?: number;
	problem?: Problem;
	submitted?: string;
	ended?: string;
	waiting?: string;
	name?: string;
	nodes?: NodeProgress[];
	user?: string;
	busySeconds?: number;
	operators?: OperatorUse[];
	calls?: FunctionCall[];
}

// A FunctionCall is a call of a user's function that has run for a while.
export interface FunctionCall {
	node?: string;
	op?: string;
	site?: string;
	worker?: string;
	seconds?: number;
	progress?: number;
}

export interface OperatorUse {
	op?: string;
	values?: number;
	subtasks?: number;
	busySeconds?: number;
	madeBytes?: string;
}

// A TaskPage is a page of GET /api/v1/tasks, the latest first.
export interface TaskPage {
	tasks?: Task[];
	nextPageToken?: string;
}

export interface Warning {
	text?: string;
	taskId?: string;
}

export interface Event {
	seq?: string;
	time?: string;
	task?: Task;
	node?: ClusterNode;
	session?: Session;
	warning?: Warning;
}

// A Batch is a snapshot, which replaces everything, or a delta.
export interface Batch {
	seq: number;
	epoch: string;
	events: Event[];
}
