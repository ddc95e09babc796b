import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

interface ConnectionState {
  /** `lost`: the API gives no answer. `blocked`: it answers that it will not serve this visitor. */
  status: 'fine' | 'lost' | 'blocked';
  /** The server's sentence to a blocked visitor. */
  message: string;
}

const initialState = { status: 'fine', message: '' } as ConnectionState;

export const connectionSlice = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    connectionLost(state) {
      if (state.status === 'fine') state.status = 'lost';
    },
    connectionFound(state) {
      if (state.status === 'lost') state.status = 'fine';
    },
    visitorBlocked(state, { payload }: PayloadAction<string>) {
      state.status = 'blocked';
      state.message = payload;
    },
  },
});

export const { connectionLost, connectionFound, visitorBlocked } = connectionSlice.actions;
