-- Each look at the streams, and each batch, asks whether an event that was set aside waits to be sent
-- again. Without this the answer reads all that a sink ever refused.
CREATE INDEX "stream_set_aside_retry" ON "stream_set_aside"("stream_no", "event_id") WHERE "retry";
